// expect: true
// A bool is 0 or 1 and nothing else.
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    bool a = __VERIFIER_nondet_bool();
    if (a != 0 && a != 1) reach_error();
    if (a + !a != 1) reach_error();
    return 0;
}
