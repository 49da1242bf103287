// expect: false(valid-deref)
// options: --property valid-deref
// qsort is told of an element that is none.
#include <stdlib.h>

int c(const void*a,const void*b){return 0;} int a[3]; int main(void) {
    qsort(a,4,4,c);
    return 0;
}
