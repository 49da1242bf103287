// expect: false(unreach-call)
// options: --except no-data-race
// A function with an ordinary name can be seen half done.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void add_both(void) {
    x++;
    y++;
}

static void __VERIFIER_atomic_check(void) {
    assert(x == y);
}

static void *add(void *argument) {
    add_both();
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    __VERIFIER_atomic_check();
    pthread_join(t, NULL);
    return 0;
}
