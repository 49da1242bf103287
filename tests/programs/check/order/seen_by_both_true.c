// expect: true
// Two threads that ask the same get the same answer, whoever asks first; several comparisons in one operation.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int a, b, c;
static _Atomic int mine, theirs;

static int code(void) {
    return ((uintptr_t)&a < (uintptr_t)&b) + 2 * ((uintptr_t)&b < (uintptr_t)&c) + 4 * ((uintptr_t)&c < (uintptr_t)&a);
}

static void *ask(void *argument) { theirs = code(); return argument; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, ask, 0);
    mine = code();
    pthread_join(t, 0);
    assert(mine == theirs && mine != 0 && mine != 7);
    return 0;
}
