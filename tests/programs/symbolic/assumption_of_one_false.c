// expect: false(unreach-call)
// options: --except no-data-race
// An assumption of one thread fails always, after the other has erred.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int x;

static void *run(void *arg) {
    int n = __VERIFIER_nondet_int();
    x = n;
    __VERIFIER_assume(n != 5);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    assert(x != 5);
    pthread_join(t, 0);
    return 0;
}
