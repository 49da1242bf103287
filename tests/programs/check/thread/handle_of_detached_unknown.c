// expect: unknown(not-modelled)
// So does a detached thread that has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int has_run;

static void *thread(void *argument) {
    has_run = 1;
    return argument;
}

int main(void) {
    pthread_t second;
    pthread_create(&first, NULL, thread, NULL);
    pthread_detach(first);
    while (!has_run) {}
    pthread_create(&second, NULL, thread, NULL);
    assert(first != second);
    return 0;
}
