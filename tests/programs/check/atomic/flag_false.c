// expect: false(unreach-call)
// options: --except no-data-race
// A lock made of an atomic flag that is cleared too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int x;

static void *add(void *argument) {
    while (atomic_flag_test_and_set(&taken)) {}
    int seen = x;
    atomic_flag_clear(&taken);
    x = seen + 1;
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
