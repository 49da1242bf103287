// expect: true
// A function allocates and gives the block by a pointer to a pointer, or fails.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int open_file(int **handle) {
    *handle = NULL;
    if (__VERIFIER_nondet_bool()) return -1;
    *handle = malloc(sizeof **handle);
    if (!*handle) return -1;
    **handle = 3;
    return 0;
}

int main(void) {
    int *handle;
    if (open_file(&handle) == 0) {
        if (!handle) reach_error();
        free(handle);
    }
    return 0;
}
