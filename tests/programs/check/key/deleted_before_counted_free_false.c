// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// The key is deleted between the last step of the thread and its end, and what it held is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int is_set;

static void *work(void *unused) {
    pthread_setspecific(key, malloc(1));
    is_set = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, NULL, work, NULL);
    while (!is_set) {
    }
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
