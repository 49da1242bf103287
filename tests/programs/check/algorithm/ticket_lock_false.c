// expect: false(unreach-call)
// options: --except no-data-race
// A ticket lock whose ticket is drawn in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving;
static int x;

static void *add(void *argument) {
    int own = next_ticket;
    next_ticket = own + 1;
    while (serving < own) {}
    x++;
    serving++;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
