// expect: false(no-data-race)
// options: --property no-data-race
// A library function that reads in an atomic section races with a write outside.
#include <pthread.h>
#include <string.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static char text[8] = "abc";
static size_t length;

static void *measure(void *argument) {
    __VERIFIER_atomic_begin();
    length = strlen(text);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, measure, NULL);
    text[1] = 0;
    pthread_join(t, NULL);
    return 0;
}
