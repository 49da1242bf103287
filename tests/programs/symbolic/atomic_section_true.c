// expect: true
// Decisions in a section that nobody may interrupt.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

static void *run(void *arg) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    if (n > 4) x = n;
    if (n > 4) y = n;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    __VERIFIER_atomic_begin();
    int a = x, b = y;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    if (a > 4) assert(b > 4);
    if (a == 0) assert(b == 0);
    return 0;
}
