// expect: false(no-lock-misuse)
// A lock that has been destroyed is no lock that somebody holds.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *thread(void *argument) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_lock(&lock);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;) {
    }
}
