// expect: true
// A masked comparison has brackets.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int is_even = (x & 1) == 0;
    if (is_even) assert(x % 2 == 0);
    else assert(x % 2 == 1);
    return 0;
}
