// expect: true
// Another thread sees the value only when it is bounded.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static _Atomic int shared;

static void *look(void *unused) {
    assert(shared < 10);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    shared = x;
    pthread_join(thread, 0);
    return 0;
}
