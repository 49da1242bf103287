// expect: false(unreach-call)
// The key is deleted between the last step of the thread and its end, and its destructor is not called.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int is_set;
static int called;

static void destroy(void *value) {
    called = value != NULL;
}

static void *work(void *unused) {
    pthread_setspecific(key, &key);
    is_set = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, work, NULL);
    while (!is_set) {
    }
    pthread_key_delete(key);
    pthread_join(t, NULL);
    assert(called);
    return 0;
}
