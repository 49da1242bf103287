// expect: unknown(not-modelled)
// Of threads beyond the first few it is not counted how often they read: whether one unlocks what it does not hold is not known.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *nothing(void *unused) {
    return unused;
}

static void *unlock(void *unused) {
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < 16; i++) {
        pthread_create(&t, NULL, nothing, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&t, NULL, unlock, NULL);
    pthread_join(t, NULL);
    return 0;
}
