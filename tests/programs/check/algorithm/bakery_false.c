// expect: false(unreach-call)
// options: --except no-data-race
// Lamport's bakery without the variable that says a number is being chosen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number[2];
static int inside;

static void enter(int i) {
    int j = 1 - i;
    number[i] = number[j] + 1;
    for (;;) {
        int other = number[j], own = number[i];
        if (other == 0 || own < other || (own == other && i < j)) break;
    }
    inside++;
    assert(inside == 1);
    inside--;
    number[i] = 0;
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
