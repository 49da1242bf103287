// expect: true
// A pointer is changed through a pointer to it.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void choose(int **where, int *what) {
    *where = what;
}

int main(void) {
    int a = 1, b = 2;
    int *p = &a, *copy = p;
    if (__VERIFIER_nondet_bool()) choose(&p, &b);
    else p = copy = &b;
    *p = 5;
    assert(b == 5 && a == 1);
    return 0;
}
