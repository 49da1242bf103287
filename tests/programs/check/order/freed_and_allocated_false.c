// expect: false(unreach-call)
// What comes after a free lies anywhere, be it where the freed object was not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int fixed;

int main(void) {
    int *p = malloc(sizeof *p);
    int was_below = (uintptr_t)p < (uintptr_t)&fixed;
    free(p);
    p = malloc(sizeof *p);
    int is_below = (uintptr_t)p < (uintptr_t)&fixed;
    free(p);
    assert(was_below == is_below);
    return 0;
}
