// expect: false(valid-deref)
// Only where no byte of four is zero, the string does not end.
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4];
    for (int i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_char();
    return strlen(s) > 4;
}
