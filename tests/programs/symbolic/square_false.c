// expect: false(unreach-call)
// What a product comes to, of all words.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x * x != 1234321u);
    return 0;
}
