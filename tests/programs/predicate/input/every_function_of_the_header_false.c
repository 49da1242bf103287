// expect: false(unreach-call)
// The header declares what tasks ask for.
#include <evercheck.h>

int main(void) {
    if (__VERIFIER_nondet_loff_t() > 1LL << 40 && __VERIFIER_nondet_u16() == 65535 && __VERIFIER_nondet_charp() == 0 &&
        __VERIFIER_nondet_sector_t() == 7 && __VERIFIER_nondet_pthread_t() == 8 && __VERIFIER_nondet_s8() == -128)
        reach_error();
    return 0;
}
