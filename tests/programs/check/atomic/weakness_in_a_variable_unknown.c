// expect: unknown(not-modelled)
// Whether the exchange may fail without a reason is known at run time only, and the compiler may take it for either.
#include <assert.h>

static int x;

static int none;

int main(void) {
    int expected = 0, weak = none;
    assert(__atomic_compare_exchange_n(&x, &expected, 1, weak, 5, 5));
    return 0;
}
