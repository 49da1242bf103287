// expect: true
// A function whose name begins with __VERIFIER_atomic_ is one step for the others.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void __VERIFIER_atomic_add_both(void) {
    x++;
    y++;
}

static void __VERIFIER_atomic_check(void) {
    assert(x == y);
}

static void *add(void *argument) {
    __VERIFIER_atomic_add_both();
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    __VERIFIER_atomic_check();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 && y == 2);
    return 0;
}
