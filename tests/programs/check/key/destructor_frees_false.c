// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// A key without a destructor leaves the value allocated.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *thread(void *argument) {
    pthread_setspecific(key, malloc(4));
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_key_delete(key);
    return 0;
}
