// expect: true
// Two threads read inputs in either order.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int a, b;

static void *first(void *arg) {
    a = __VERIFIER_nondet_int();
    return arg;
}

static void *second(void *arg) {
    b = __VERIFIER_nondet_int();
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    int sum = 0;
    if (a > 5) sum += 1;
    if (b > 5) sum += 2;
    if (sum == 3) assert(a > 5 && b > 5);
    return 0;
}
