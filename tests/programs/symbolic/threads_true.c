// expect: true
// A thread is given what another has read, and reads an input itself.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int x, y;

static void *run(void *arg) {
    int own = __VERIFIER_nondet_int();
    __VERIFIER_assume(own > 3);
    y = own;
    return arg;
}

int main(void) {
    x = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    if (x < 3) assert(x != y);
    return 0;
}
