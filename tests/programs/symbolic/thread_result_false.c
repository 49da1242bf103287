// expect: false(unreach-call)
// What a thread returns is part of the state until it is asked for.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *run(void *arg) {
    long n = __VERIFIER_nondet_int();
    if (n < 0) return (void *)0;
    if (n > 10) n = n - 5;
    return (void *)n;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, &result);
    assert((long)result != 123456);
    return 0;
}
