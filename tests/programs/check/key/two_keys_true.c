// expect: true
// Two keys are apart, and the destructor gets the value of its own.
#include <assert.h>
#include <pthread.h>

static pthread_key_t a, b;
static int x, y, ended;

static void end(void *value) {
    assert(value == &x);
    ended = 1;
}

static void *thread(void *argument) {
    pthread_setspecific(a, &x);
    pthread_setspecific(b, &y);
    assert(pthread_getspecific(a) == &x && pthread_getspecific(b) == &y);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&a, end);
    pthread_key_create(&b, NULL);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(ended);
    return 0;
}
