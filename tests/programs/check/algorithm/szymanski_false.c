// expect: false(unreach-call)
// options: --except no-data-race
// Szymanski's algorithm without the order behind the door.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state[2];
static int inside;

static void enter(int i) {
    int j = 1 - i;
    state[i] = 1;
    while (state[j] >= 3) {}
    state[i] = 3;
    if (state[j] == 1) {
        state[i] = 2;
        while (state[j] != 4) {}
    }
    state[i] = 4;
    inside++;
    assert(inside == 1);
    inside--;
    state[i] = 0;
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
