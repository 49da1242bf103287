// expect: false(valid-deref)
// options: --property valid-deref
// memset runs beyond the object.
#include <string.h>

char a[4]; int main(void) {
    memset(a,0,5);
    return 0;
}
