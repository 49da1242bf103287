// expect: false(unreach-call)
// The flag is set only on one of the two ways.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p), freed = 0;
    if (!p) return 0;
    *p = 1;
    if (__VERIFIER_nondet_bool()) {
        free(p);
        freed = 1;
        p = NULL;
    } else if (__VERIFIER_nondet_bool()) {
        free(p);
        p = NULL;
    }
    if (!freed && !p) reach_error();
    free(p);
    return 0;
}
