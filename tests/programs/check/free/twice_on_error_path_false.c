// expect: false(valid-free)
// The block is freed where the error is found and once more at the end.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    int *p = calloc(4, sizeof *p);
    int error = evercheck_choose(0, 1);
    if (error) free(p);
    free(p);
    return error;
}
