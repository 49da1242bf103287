// expect: true
// Each thread has its own copy, with the initial value.
#include <assert.h>
#include <pthread.h>

static _Thread_local int x = 5;

static void *add(void *argument) {
    x++;
    assert(x == 6);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 5);
    return 0;
}
