// expect: false(no-undefined-behaviour)
// atoi of ten digits.
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[] = "2147483640";
    s[9] = __VERIFIER_nondet_char();
    return atoi(s) == 0;
}
