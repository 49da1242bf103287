// expect: false(unreach-call)
// What is known of an input goes on to count after the variable is dead.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x == y + 1 && x > 5);
    x = 0;
    if (y == 5) assert(0);
    return x;
}
