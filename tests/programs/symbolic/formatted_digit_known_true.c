// expect: true
// options: --except no-data-race
// One of two digits is the same for all inputs.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[8];
    int x = __VERIFIER_nondet_int();
    sprintf(text, "%d", 20 + (x < 5));
    assert(text[0] == '2' && text[1] == '0' + (x < 5) && text[2] == 0);
    return 0;
}
