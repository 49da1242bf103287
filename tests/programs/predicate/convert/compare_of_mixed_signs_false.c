// expect: false(unreach-call)
// It is believed that minus one is below one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    unsigned b = 1;
    if (a < b) assert(a < 0);
    return 0;
}
