// expect: false(unreach-call)
// Who reads first does not matter, and what each has read does.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int a, b;

static void *first(void *arg) {
    a = __VERIFIER_nondet_int();
    if (a < 100) a = 100;
    return arg;
}

static void *second(void *arg) {
    b = __VERIFIER_nondet_int();
    if (b > 90) b = 90;
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (a == 12345 && b == -777) assert(0);
    return 0;
}
