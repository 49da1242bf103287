// expect: true
// A call of the library that reads inputs, and writes.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char text[4] = "a";
    char more[3] = {0};
    more[0] = __VERIFIER_nondet_char();
    more[1] = __VERIFIER_nondet_char();
    __VERIFIER_assume(more[0] >= 0 && more[0] < 3 && more[1] >= 0 && more[1] < 3);
    strcat(text, more);
    assert(text[0] == 'a' && text[1] == more[0]);
    assert(strlen(text) == (more[0] ? more[1] ? 3 : 2 : 1));
    return 0;
}
