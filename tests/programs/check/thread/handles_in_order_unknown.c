// expect: unknown(not-modelled)
// The order of two handles is not that of the tickets which their creators took: it is not known at all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets;
static int ticket[2];
static pthread_t made[2];

static void *empty(void *argument) { return argument; }

static void *creator(void *argument) {
    int own = *(int *)argument, drawn = tickets++;
    pthread_t child;
    pthread_create(&child, NULL, empty, NULL);
    ticket[own] = drawn;
    made[own] = child;
    return NULL;
}

int main(void) {
    int number[2] = {0, 1};
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, creator, &number[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert((ticket[0] < ticket[1]) == (made[0] < made[1]));
    return 0;
}
