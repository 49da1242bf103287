// expect: false(valid-deref)
// options: --property valid-deref
// printf runs beyond the object.
#include <stdio.h>

int main(void) {
    char a[2]={1,1}; printf("%s",a);
    return 0;
}
