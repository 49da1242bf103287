// expect: false(unreach-call)
// Two histories, one term, different sets: what a thread has returned is not the same.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *run(void *arg) {
    long n = __VERIFIER_nondet_int();
    if (n == 7)
        return (void *)n;
    else
        return (void *)n;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, &result);
    assert((long)result != 8);
    return 0;
}
