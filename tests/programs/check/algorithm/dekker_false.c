// expect: false(unreach-call)
// options: --except no-data-race
// Dekker's algorithm by a thread that looks before it says what it wants.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void enter(int i) {
    while (wants[1 - i]) {}
    wants[i] = 1;
    inside++;
    assert(inside == 1);
    inside--;
    wants[i] = 0;
}

static void *thread(void *argument) {
    enter(1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    enter(0);
    pthread_join(t, NULL);
    return 0;
}
