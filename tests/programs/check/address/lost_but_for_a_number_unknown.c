// expect: unknown(not-modelled)
// options: --addresses fixed --property valid-memtrack
// Whether an object is lost of which only a number is left is not decided.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;

int main(void) {
    hidden = ~(uintptr_t)malloc(4);
    return 0;
}
