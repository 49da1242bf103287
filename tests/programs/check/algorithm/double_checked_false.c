// expect: false(unreach-call)
// options: --except no-data-race
// Double-checked initialisation: the pointer is stored before the record is complete.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int record;
static _Atomic(int *) instance;

static void *use(void *argument) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            instance = &record;
            record = 7;
        }
        pthread_mutex_unlock(&m);
    }
    assert(*instance == 7);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
