// expect: true
// A number of 64 bits is made of its two words.
#include <assert.h>

extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
    unsigned low = (unsigned)a + (unsigned)b;
    unsigned carry = low < (unsigned)a;
    unsigned high = (unsigned)(a >> 32) + (unsigned)(b >> 32) + carry;
    assert(((unsigned long long)high << 32 | low) == a + b);
    return 0;
}
