// expect: false(valid-deref)
// Room for ten characters is not enough for some numbers.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return text[0];
}
