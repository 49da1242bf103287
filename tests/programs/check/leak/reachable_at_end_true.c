// expect: true
// options: --property valid-memtrack
// A block that a global variable points to is not lost, though nobody freed it.
#include <stdlib.h>

static char *p;

int main(void) {
    p = malloc(1);
    return 0;
}
