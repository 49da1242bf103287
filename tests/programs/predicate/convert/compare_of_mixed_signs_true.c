// expect: true
// In a comparison of int and unsigned the int is converted: minus one is not below one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    unsigned b = 1;
    if (a < b) assert(a == 0);
    return 0;
}
