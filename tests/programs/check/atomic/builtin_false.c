// expect: false(unreach-call)
// gcc's __atomic_load_n and __atomic_store_n are two steps.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, seen + 1, __ATOMIC_SEQ_CST);
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
