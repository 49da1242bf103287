// expect: false(unreach-call)
// A value that the main thread sets is not the other thread's.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int x;

static void *thread(void *argument) {
    assert(pthread_getspecific(key) == &x);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &x);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
