// expect: true
// options: --property no-data-race
// The first check reads an atomic variable.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int record;

static void *use(void *argument) {
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            record = 7;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return record == 7 ? NULL : argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
