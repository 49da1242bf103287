// expect: true
// options: --property no-data-race
// Atomic sections do not race with each other.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *add(void *argument) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
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
