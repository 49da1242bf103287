// expect: false(valid-deref)
// options: --malloc-may-fail
// The result of malloc is not checked.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
