// expect: false(valid-deref)
// options: --property valid-deref
// Behind a piece of the heap.
#include <stdlib.h>

int main(void) {
    int *p=malloc(8); p[2]=1;
    return 0;
}
