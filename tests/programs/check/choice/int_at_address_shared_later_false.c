// expect: false(unreach-call)
// The address of the variable gets away when its value is bounded; 9 fails.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *look(void *at) {
    assert(*(int *)at < 9);
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    pthread_t thread;
    pthread_create(&thread, 0, look, &x);
    pthread_join(thread, 0);
    return 0;
}
