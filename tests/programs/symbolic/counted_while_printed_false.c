// expect: false(unreach-call)
// The characters before %n are counted, those of an input among them.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), count = 0;
    printf("%d%n", x, &count);
    assert(count < 11);
    return 0;
}
