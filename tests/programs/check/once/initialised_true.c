// expect: true
// The initialiser runs once, and both threads find it done.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, runs;

static void initialise(void) {
    runs++;
    value = 7;
}

static void *thread(void *argument) {
    pthread_once(&once, initialise);
    assert(value == 7 && runs == 1);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
