// expect: false(unreach-call)
// exit is only called for negative numbers.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) exit(1);
    if (x == 0) reach_error();
    return 0;
}
