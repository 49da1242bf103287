// expect: unknown(not-modelled)
// Exchanged only if it is the old one, by gcc's builtin: it may be.
#include <assert.h>
#include <stdlib.h>

static int *shared;

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    shared = malloc(sizeof *shared);
    assert(!__sync_bool_compare_and_swap(&shared, old, NULL));
    return 0;
}
