// expect: true
// gcc's __atomic functions on a plain variable.
#include <assert.h>
#include <pthread.h>

static int x, turns;

static void *add(void *argument) {
    __atomic_fetch_add(&turns, 1, __ATOMIC_SEQ_CST);
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(&x, &seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 && turns == 2);
    return 0;
}
