// expect: true
// options: --except no-data-race
// The top carries a version in its upper bits, so that a node that comes back is not mistaken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = 15, VERSION = 16 };

static atomic_int top = 0;
static int next[2] = {1, NONE};
static int taken[2];

static int pop(void) {
    int seen = top;
    while (seen % VERSION != NONE) {
        int new = seen / VERSION * VERSION + VERSION + next[seen % VERSION];
        if (atomic_compare_exchange_strong(&top, &seen, new)) break;
    }
    return seen % VERSION;
}

static void push(int n) {
    int seen = top;
    do next[n] = seen % VERSION;
    while (!atomic_compare_exchange_strong(&top, &seen, seen / VERSION * VERSION + VERSION + n));
}

static void *other(void *argument) {
    int a = pop(), b = pop();
    if (a != NONE && b != NONE) {
        taken[b] = 1;
        push(a);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pop();
    pthread_join(t, NULL);
    int left = top % VERSION;
    assert(left == NONE || !taken[left]);
    return 0;
}
