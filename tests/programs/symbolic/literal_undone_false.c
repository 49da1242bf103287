// expect: false(unreach-call)
// What one way knows of two inputs, the other does not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int is_less = 0;
    if (x < y) is_less = 1;
    if (x > y) assert(is_less);
    return 0;
}
