// expect: false(unreach-call)
// They are believed to be highest first.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *bytes = (unsigned char *)&x;
    for (unsigned i = 0; i < 4; i++) assert(bytes[i] == (x >> 8 * (3 - i) & 255));
    return 0;
}
