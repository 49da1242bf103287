// expect: true
// What is known of an input by way of one that is dead goes on to count.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y < 1000 && x == y + 1 && x > 5);
    x = 0;
    if (y < 5) assert(0);
    return x;
}
