// expect: true
// The block is freed where the error is found, and the pointer is set to null.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    int *p = calloc(4, sizeof *p);
    int error = evercheck_choose(0, 1);
    if (error) {
        free(p);
        p = NULL;
    }
    free(p);
    return error;
}
