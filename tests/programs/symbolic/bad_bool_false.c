// expect: false(no-undefined-behaviour)
// A byte that is an input is no _Bool.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    return *(_Bool *)&c;
}
