// expect: true
// options: --property no-data-race
// Atomic accesses do not race.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument) {
    x++;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
