// expect: false(valid-free)
// options: --property valid-free
// A function of the C library may be called by its address.
#include <stdlib.h>

static int local;

int main(void) {
    void (*release)(void *) = free;
    release(&local);
    return 0;
}
