// expect: unknown(not-modelled)
// A weak exchange, too.
#include <assert.h>
#include <stdlib.h>

static int *shared;

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    shared = malloc(sizeof *shared);
    assert(!__atomic_compare_exchange_n(&shared, &old, NULL, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return 0;
}
