// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    return (isalpha)(__VERIFIER_nondet_int());
}
