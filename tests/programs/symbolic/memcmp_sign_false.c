// expect: false(unreach-call)
// Bytes are compared as unsigned, whatever `char` is.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
    if (memcmp(&a, &b, 1) < 0)
        assert(a < b);
    return 0;
}
