// expect: false(valid-deref)
// options: --property valid-deref
// What is received goes behind the array.
struct s{int a;}; struct s a[2]; unsigned __VERIFIER_nondet_uint(void); struct s f(void){ struct s t={1}; return t; } int main(void) {
    a[__VERIFIER_nondet_uint()]=f();
    return 0;
}
