// expect: false(valid-deref)
// options: --property valid-deref
// Behind what alloca has given.
#include <alloca.h>

int main(void) {
    int *p=alloca(8); p[3]=1;
    return 0;
}
