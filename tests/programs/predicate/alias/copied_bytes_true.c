// expect: true
// A struct copied by memcpy has the same fields, and is apart.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct message { int kind, length; };

int main(void) {
    struct message a = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}, b = {0, 0};
    memcpy(&b, &a, sizeof(struct message));
    assert(b.kind == a.kind && b.length == a.length);
    b.kind = 0;
    return a.kind;
}
