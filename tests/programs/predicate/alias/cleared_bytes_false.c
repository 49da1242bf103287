// expect: false(unreach-call)
// Bytes set to one do not make ones of ints.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

struct state { int a; unsigned short b; char c; };

int main(void) {
    struct state s = {__VERIFIER_nondet_int(), __VERIFIER_nondet_ushort(), 3};
    memset(&s, 1, sizeof s);
    assert(s.a == 1 && s.b == 1 && s.c == 1);
    return 0;
}
