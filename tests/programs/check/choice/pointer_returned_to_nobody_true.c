// expect: true
// Nobody asks for the result of the thread.
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer(void);

static void *work(void *unused) {
    (void)unused;
    return __VERIFIER_nondet_pointer();
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
