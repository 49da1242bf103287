// expect: false(unreach-call)
// One of the calls passes the same object twice.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int clear_second(int *first, int *second) {
    *first = 1;
    *second = 0;
    return *first;
}

int main(void) {
    int a, b;
    if (__VERIFIER_nondet_bool()) assert(clear_second(&a, &b) == 1);
    else assert(clear_second(&a, &a) == 1);
    return 0;
}
