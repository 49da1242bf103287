// expect: true
// A strong exchange does not fail without a reason, however its weakness of zero is spelled.
#include <assert.h>
#include <stdbool.h>

int main(void) {
    int x = 0, expected = 0;
    assert(__atomic_compare_exchange_n(&x, &expected, 1, (0), 5, 5));
    assert(__atomic_compare_exchange_n(&x, &x, 2, 0u, 5, 5));
    expected = 2;
    assert(__atomic_compare_exchange_n(&x, &expected, 3, false, 5, 5));
    expected = 3;
    assert(__atomic_compare_exchange_n(&x, &expected, 4, 0x0, 5, 5));
    return 0;
}
