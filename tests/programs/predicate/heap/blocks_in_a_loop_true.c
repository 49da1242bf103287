// expect: true
// Each turn's block is another one than the block of the turn before.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int *last = malloc(sizeof *last);
    if (!last) return 0;
    while (__VERIFIER_nondet_int()) {
        int *next = malloc(sizeof *next);
        if (!next) return 0;
        if (next == last) reach_error();
        last = next;
    }
    return 0;
}
