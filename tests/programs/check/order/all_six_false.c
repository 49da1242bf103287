// expect: false(unreach-call)
// Every order of three objects is there, also the one that two threads find out in turns.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int a, b, c;
static _Atomic int found;

static void *ask(void *argument) {
    if ((uintptr_t)&c < (uintptr_t)&a) found += 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, ask, 0);
    if (((uintptr_t)&c < (uintptr_t)&b) + ((uintptr_t)&b < (uintptr_t)&a) == 2) found += 2;
    pthread_join(t, 0);
    assert(found != 3);
    return 0;
}
