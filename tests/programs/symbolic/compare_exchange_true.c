// expect: true
// It is exchanged just if it is what is expected.
#include <assert.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char was = __VERIFIER_nondet_uchar();
    _Atomic unsigned char x = was;
    unsigned char expected = 5;
    _Bool done = atomic_compare_exchange_strong(&x, &expected, 9);
    assert(done == (was == 5));
    assert(x == (was == 5 ? 9 : was));
    return 0;
}
