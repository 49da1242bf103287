// expect: true
// ++ and += on an atomic variable are one step each.
#include <assert.h>
#include <pthread.h>

static _Atomic int x;

static void *add(void *argument) {
    x++;
    x += 2;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 6);
    return 0;
}
