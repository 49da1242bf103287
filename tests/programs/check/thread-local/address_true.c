// expect: true
// The address of the copy may be given to another thread while its own is alive.
#include <assert.h>
#include <pthread.h>

static _Thread_local int x;

static void *set(void *argument) {
    *(int *)argument = 7;
    assert(&x != argument && x == 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, &x);
    pthread_join(t, NULL);
    assert(x == 7);
    return 0;
}
