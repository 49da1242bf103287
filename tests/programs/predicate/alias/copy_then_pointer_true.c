// expect: true
// A pointer to a struct's field does not follow when the struct is copied.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct box { int value; };

int main(void) {
    struct box a = {1}, b;
    b = a;
    int *p = &a.value;
    *p = __VERIFIER_nondet_int();
    assert(b.value == 1);
    return 0;
}
