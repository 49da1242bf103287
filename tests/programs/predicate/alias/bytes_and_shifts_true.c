// expect: true
// The bytes of an int by pointer and by shifts are the same, lowest first.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *bytes = (unsigned char *)&x;
    for (unsigned i = 0; i < 4; i++) assert(bytes[i] == (x >> 8 * i & 255));
    return 0;
}
