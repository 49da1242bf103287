// expect: true
// Szymanski's algorithm for two threads: 1 wants, 2 waits in the room, 3 at the door, 4 through it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state[2];
static int inside;

static int in_the_room(int s) {
    return s == 2 || s == 3;
}

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
    if (i == 1) while (state[j] >= 2) {}
    inside++;
    assert(inside == 1);
    inside--;
    if (i == 0) while (in_the_room(state[j])) {}
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
