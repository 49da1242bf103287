// expect: false(no-data-race)
// Two threads write to elements that inputs name: to the same one with some.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int table[16];

static void *run(void *arg) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 16) table[n] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    unsigned m = __VERIFIER_nondet_uint();
    if (m >= 3 && m < 8) table[2 * m + 1] = 2;
    pthread_join(t, 0);
    return 0;
}
