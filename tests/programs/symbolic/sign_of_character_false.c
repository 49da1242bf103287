// expect: false(unreach-call)
// A byte as a signed one.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert((signed char)c >= 0);
    return 0;
}
