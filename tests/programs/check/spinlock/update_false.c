// expect: false(unreach-call)
// options: --except no-data-race
// A spin lock that is released before the store.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *add(void *argument) {
    pthread_spin_lock(&lock);
    int seen = x;
    pthread_spin_unlock(&lock);
    x = seen + 1;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
