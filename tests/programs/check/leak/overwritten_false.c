// expect: false(valid-memtrack)
// options: --property valid-memtrack
// The last pointer to the first block is overwritten.
#include <stdlib.h>

static char *p;

int main(void) {
    p = malloc(1);
    p = malloc(2);
    free(p);
    return 0;
}
