// expect: true
// A number of entries is tested before it is multiplied by their size.
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > UINT_MAX / 12) return 0;
    unsigned size = count * 12;
    if (size / 12 != count) reach_error();
    return 0;
}
