// expect: false(valid-deref)
// options: --property valid-deref
// strlen runs beyond the object.
#include <string.h>

char a[4]={1,1,1,1}; int main(void) {
    return strlen(a); }
