// expect: false(unreach-call)
// Both values of a bool are tried.
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    if (a && !b) reach_error();
    return 0;
}
