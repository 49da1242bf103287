// expect: false(unreach-call)
// A negative number passes the test, and is large as unsigned.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 10)
        assert((unsigned)x < 10u);
    return 0;
}
