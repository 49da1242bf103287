// expect: false(unreach-call)
// The result says success although there is no block.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int open_file(int **handle) {
    *handle = NULL;
    if (__VERIFIER_nondet_bool()) return 0;
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
