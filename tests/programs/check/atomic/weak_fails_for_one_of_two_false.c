// expect: false(unreach-call)
// Two threads want to be the first, by one weak exchange each: there may be none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;

static void *thread(void *argument) {
    int nobody = 0;
    __atomic_compare_exchange_n(&owner, &nobody, *(int *)argument, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    int numbers[2] = {1, 2};
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(owner != 0);
    return 0;
}
