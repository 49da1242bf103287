// expect: unknown(not-modelled)
// A thread that was waited for leaves its handle to others.
#include <assert.h>
#include <pthread.h>

static void *thread(void *argument) { return argument; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, thread, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, thread, NULL);
    assert(!pthread_equal(first, second));
    pthread_join(second, NULL);
    return 0;
}
