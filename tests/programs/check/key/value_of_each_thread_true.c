// expect: true
// Each thread has its own value of a key, null at first.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *thread(void *argument) {
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int x, y;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, thread, &x);
    pthread_create(&b, NULL, thread, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_getspecific(key) == NULL);
    pthread_key_delete(key);
    return 0;
}
