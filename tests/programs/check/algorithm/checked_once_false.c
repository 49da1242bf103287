// expect: false(unreach-call)
// The second check is missing: both threads may initialise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int times;

static void *use(void *argument) {
    if (!ready) {
        pthread_mutex_lock(&m);
        times++;
        ready = 1;
        pthread_mutex_unlock(&m);
    }
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(times == 1);
    return 0;
}
