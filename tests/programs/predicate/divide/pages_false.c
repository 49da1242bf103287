// expect: false(unreach-call)
// The number of pages is rounded down: the last part has none.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned bytes = __VERIFIER_nondet_uint();
    __VERIFIER_assume(bytes < 1000000000);
    unsigned pages = (bytes) / 4096;
    assert(pages * 4096 >= bytes);
    return 0;
}
