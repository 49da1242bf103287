// expect: false(unreach-call)
// Two atomic sections, and the other thread in between.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *add(void *argument) {
    __VERIFIER_atomic_begin();
    int seen = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = seen + 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
