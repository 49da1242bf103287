// expect: unknown(not-modelled)
// An allocation may get the address of what was freed before.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    assert(old != new);
    return 0;
}
