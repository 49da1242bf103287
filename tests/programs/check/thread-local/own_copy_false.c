// expect: false(unreach-call)
// options: --except no-data-race
// Without _Thread_local the threads share the variable.
#include <assert.h>
#include <pthread.h>

static int x = 5;

static void *add(void *argument) {
    x++;
    assert(x == 6);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
