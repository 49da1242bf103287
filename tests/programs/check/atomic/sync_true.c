// expect: true
// options: --memory-model sc
// gcc's __sync functions: a lock and an addition.
#include <assert.h>
#include <pthread.h>

static int taken, x, y;

static void *add(void *argument) {
    while (__sync_lock_test_and_set(&taken, 1)) {}
    x++;
    __sync_lock_release(&taken);
    __sync_fetch_and_add(&y, 1);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 && y == 2);
    return 0;
}
