// expect: false(unreach-call)
// The pointer is taken from the copy.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct box { int value; };

int main(void) {
    struct box a = {1}, b;
    b = a;
    int *p = &b.value;
    *p = __VERIFIER_nondet_int();
    assert(b.value == 1);
    return 0;
}
