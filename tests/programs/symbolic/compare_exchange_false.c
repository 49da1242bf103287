// expect: false(unreach-call)
// Whether the word is what is expected depends on an input.
#include <assert.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    _Atomic unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char expected = 5;
    if (atomic_compare_exchange_strong(&x, &expected, 9)) assert(x != 9);
    return 0;
}
