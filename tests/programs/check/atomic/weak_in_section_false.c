// expect: false(unreach-call)
// Nor does it help that no other thread can interrupt it, or even reach it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *thread(void *argument) {
    atomic_int own = 0;
    int expected = 0;
    __VERIFIER_atomic_begin();
    int is_set = atomic_compare_exchange_weak(&own, &expected, 1);
    __VERIFIER_atomic_end();
    assert(is_set);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
