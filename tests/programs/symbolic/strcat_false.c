// expect: false(valid-deref)
// A call of the library that reads inputs, and writes.
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char text[4] = "ab";
    char more[3] = {0};
    more[0] = __VERIFIER_nondet_char();
    more[1] = __VERIFIER_nondet_char();
    __VERIFIER_assume(more[0] >= 0 && more[0] < 2 && more[1] >= 0 && more[1] < 2);
    strcat(text, more);
    return text[3];
}
