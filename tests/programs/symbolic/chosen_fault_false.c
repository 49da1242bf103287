// expect: false(unreach-call)
// Of a fault that depends on two inputs, the numbers have to fit what is known of both.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 100 && y > x && z > y && x < 1000 && y < 1000 && z < 1000);
    __VERIFIER_assume(x * x + y * y == z * z);
    assert(z != 169);
    return 0;
}
