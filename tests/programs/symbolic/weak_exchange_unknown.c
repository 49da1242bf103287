// expect: unknown(replay)
// A weak exchange fails without reason, also if what it finds depends on an input. Such a run is not shown yet.
#include <assert.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char was = __VERIFIER_nondet_uchar();
    _Atomic unsigned char x = was;
    unsigned char expected = 5;
    _Bool done = atomic_compare_exchange_weak(&x, &expected, 9);
    assert(done || was != 5);
    return 0;
}
