// expect: true
// A struct is cleared by memset: all fields are zero.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

struct state { int a; unsigned short b; char c; };

int main(void) {
    struct state s = {__VERIFIER_nondet_int(), __VERIFIER_nondet_ushort(), 3};
    memset(&s, 0, sizeof s);
    assert(s.a == 0 && s.b == 0 && s.c == 0);
    return 0;
}
