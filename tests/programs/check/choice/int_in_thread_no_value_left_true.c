// expect: true
// No value passes: the thread that asks for it never goes on, the others do.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static _Atomic int done;

static void *ask(void *unused) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3 && x < 3);
    done = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ask, 0);
    assert(!done);
    pthread_join(thread, 0);
    assert(0);
    return 0;
}
