// expect: false(valid-deref)
// options: --property valid-deref
// Behind what realloc has left.
#include <stdlib.h>

int main(void) {
    int *p=calloc(2,4); p=realloc(p,4); return p[1]; }
