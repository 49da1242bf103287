// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// A global variable still points to the block at the end, but nobody freed it.
#include <stdlib.h>

static char *p;

int main(void) {
    p = malloc(1);
    return 0;
}
