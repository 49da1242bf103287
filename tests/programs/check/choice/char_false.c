// expect: false(unreach-call)
// char is signed: its negation does not always fit.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    char d = c < 0 ? -c : c;
    assert(d >= 0);
    return 0;
}
