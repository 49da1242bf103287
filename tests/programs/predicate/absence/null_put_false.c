// expect: false(valid-deref)
// options: --property valid-deref
// Null may be flushed, but not be put.
#include <stdio.h>

int main(void) {
    fflush(0);
    puts(0);
    return 0;
}
