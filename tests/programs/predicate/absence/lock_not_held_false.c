// expect: false(no-lock-misuse)
// options: --property no-lock-misuse
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_unlock(&lock);
    return 0;
}
