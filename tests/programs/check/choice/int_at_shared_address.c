// expect: unknown(unbounded-input)
// The variable is local, but another thread has its address.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *look(void *at) {
    assert(*(int *)at < 10);
    return 0;
}

int main(void) {
    int x = 0;
    pthread_t thread;
    pthread_create(&thread, 0, look, &x);
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    pthread_join(thread, 0);
    return 0;
}
