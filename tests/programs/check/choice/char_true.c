// expect: true
// char is signed: the magnitude of each value fits an int.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    int d = c < 0 ? -c : c;
    assert(d >= 0 && d <= 128);
    return 0;
}
