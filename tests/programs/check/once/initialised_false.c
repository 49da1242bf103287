// expect: false(unreach-call)
// options: --except no-data-race
// A flag instead of pthread_once: both may find it unset.
#include <assert.h>
#include <pthread.h>

static int once, value, runs;

static void initialise(void) {
    runs++;
    value = 7;
}

static void *thread(void *argument) {
    if (!once) {
        once = 1;
        initialise();
    }
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
