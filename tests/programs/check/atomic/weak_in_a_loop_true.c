// expect: true
// Tried again as long as it fails, a weak exchange is as good as a strong one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *thread(void *argument) {
    for (int i = 0; i < 2; i++) {
        int seen = counter;
        while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1)) {}
    }
    return argument;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(counter == 4);
    return 0;
}
