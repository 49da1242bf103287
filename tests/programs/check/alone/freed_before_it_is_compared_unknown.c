// expect: unknown(not-modelled)
// options: --por alone
// What `old` points to may be freed before the allocation, which may then get its address: the choice in between is no reason to go first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int evercheck_choose(int, int);

static int *shared;

static void *allocator(void *argument) {
    int *old = shared;
    int *new = malloc(sizeof *new);
    if (evercheck_choose(0, 1))
        assert(new != old);
    return argument;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, NULL, allocator, NULL);
    free(shared);
    pthread_join(t, NULL);
    return 0;
}
