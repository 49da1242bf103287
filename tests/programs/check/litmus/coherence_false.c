// expect: false(unreach-call)
// options: --except no-data-race
// A reader may see one variable change.
#include <assert.h>
#include <pthread.h>

static int x;

static void *count(void *argument) {
    x = 1;
    x = 2;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    int before = x, after = x;
    assert(before == after);
    pthread_join(t, NULL);
    return 0;
}
