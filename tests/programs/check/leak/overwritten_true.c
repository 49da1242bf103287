// expect: true
// options: --property valid-memtrack
// The first block is freed before its last pointer is overwritten.
#include <stdlib.h>

static char *p;

int main(void) {
    p = malloc(1);
    free(p);
    p = malloc(2);
    free(p);
    return 0;
}
