// expect: true
// Peterson's algorithm, entered again and again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int i) {
    for (;;) {
        wants[i] = 1;
        turn = 1 - i;
        while (wants[1 - i] && turn == 1 - i) {}
        inside++;
        assert(inside == 1);
        inside--;
        wants[i] = 0;
    }
}

static void *thread(void *argument) {
    enter(1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    enter(0);
    return 0;
}
