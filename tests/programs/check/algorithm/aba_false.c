// expect: false(unreach-call)
// options: --except no-data-race
// A pop that compares only the index of the top: node 0 is taken, node 1 is taken, node 0 comes back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top = 0;
static int next[2] = {1, -1};
static int taken[2];

static int pop(void) {
    int seen = top;
    while (seen >= 0 && !atomic_compare_exchange_strong(&top, &seen, next[seen])) {}
    return seen;
}

static void push(int n) {
    int seen = top;
    do next[n] = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, n));
}

static void *other(void *argument) {
    int a = pop(), b = pop();
    if (a >= 0 && b >= 0) {
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
    assert(top < 0 || !taken[top]);
    return 0;
}
