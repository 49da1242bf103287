// expect: false(valid-deref)
// options: --property valid-deref
// An atomic access behind the array.
#include <stdatomic.h>

_Atomic int a[2]; unsigned __VERIFIER_nondet_uint(void); int main(void) {
    atomic_fetch_add(&a[__VERIFIER_nondet_uint()],1);
    return 0;
}
