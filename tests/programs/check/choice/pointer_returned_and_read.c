// expect: unknown(unbounded-input)
// The result of the thread is looked at.
#include <assert.h>
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer(void);

static void *work(void *unused) {
    (void)unused;
    return __VERIFIER_nondet_pointer();
}

int main(void) {
    void *result;
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &result);
    assert(!result);
    return 0;
}
