// expect: false(unreach-call)
// A block is kept in two pointers.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (!p) exit(0);
    *p = value;
    return p;
}

int main(void) {
    int *a = make(1), *b = __VERIFIER_nondet_bool() ? make(2) : a;
    *a = 3;
    *b = 4;
    if (*a != 3) reach_error();
    return 0;
}
