// expect: true
// Atomic operations on single bits do not disturb each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint bits = 4;

static void *set(void *argument) {
    atomic_fetch_or(&bits, 1);
    return argument;
}

static void *clear(void *argument) {
    atomic_fetch_and(&bits, ~4u);
    atomic_fetch_xor(&bits, 2);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, clear, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(bits == 3);
    return 0;
}
