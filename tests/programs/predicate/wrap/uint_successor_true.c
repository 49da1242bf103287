// expect: true
// The successor of an unsigned int is greater, but for the largest.
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    if (u + 1 <= u && u != UINT_MAX) reach_error();
    return 0;
}
