// expect: false(valid-deref)
// options: --property valid-deref
// A bit-field behind the array.
struct s{unsigned a:3;}; struct s a[2]; unsigned __VERIFIER_nondet_uint(void); int main(void) {
    return a[__VERIFIER_nondet_uint()].a; }
