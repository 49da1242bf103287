// expect: false(unreach-call)
// The second result is taken for the first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct range { int low, high; };

static struct range make(int a, int b) {
    struct range r = {a, b};
    if (a > b) r.low = b, r.high = a;
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct range r = make(x, 5), s = make(10, 20);
    assert(r.low <= r.high && r.low <= 5);
    assert(r.low == 10);
    return 0;
}
