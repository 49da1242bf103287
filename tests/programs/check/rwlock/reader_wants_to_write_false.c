// expect: false(no-deadlock)
// A thread that reads wants to write, while another one goes on for ever.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *thread(void *argument) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;) {
    }
}
