// expect: true
// The limit is checked and the sum stored under a lock.
#include <limits.h>
#include <pthread.h>

static int x = INT_MAX - 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *argument) {
    (void)argument;
    pthread_mutex_lock(&m);
    if (x < INT_MAX) x++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
