// expect: false(valid-deref)
// options: --property valid-deref
// What is returned is behind the array.
struct s{int a;}; struct s a[2]; unsigned __VERIFIER_nondet_uint(void); struct s f(void){ return a[__VERIFIER_nondet_uint()]; } int main(void) {
    return f().a; }
