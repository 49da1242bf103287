// expect: false(valid-deref)
// options: --property valid-deref
// What was freed is read.
#include <stdlib.h>

int main(void) {
    int *p=malloc(8); p[0]=0; free(p); return p[0]; }
