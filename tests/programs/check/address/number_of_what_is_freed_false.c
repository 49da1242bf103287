// expect: false(valid-deref)
// options: --addresses fixed
// A number leads to what is freed.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t hidden = ~(uintptr_t)p;
    free(p);
    *(int *)~hidden = 1;
    return 0;
}
