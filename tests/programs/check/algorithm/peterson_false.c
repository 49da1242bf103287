// expect: false(unreach-call)
// options: --except no-data-race
// Peterson's algorithm with the first two steps exchanged.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int i) {
    turn = 1 - i;
    wants[i] = 1;
    while (wants[1 - i] && turn == 1 - i) {}
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
