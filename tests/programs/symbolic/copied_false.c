// expect: false(unreach-call)
// Inputs are copied as bytes.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
int main(void) {
    struct pair p = {__VERIFIER_nondet_int(), 5}, q, r;
    memcpy(&q, &p, sizeof p);
    r = q;
    assert(r.a != 77);
    return 0;
}
