// expect: false(unreach-call)
// A weak compare-exchange may fail though it finds what it expects; then it leaves both as they are.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&x, &expected, 1)) {
        assert(expected == 0 && x == 0);
        assert(0);
    }
    return 0;
}
