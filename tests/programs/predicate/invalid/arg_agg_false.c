// expect: false(valid-deref)
// options: --property valid-deref
// What is passed is behind the array.
struct s{int a;}; struct s a[2]; unsigned __VERIFIER_nondet_uint(void); int f(struct s x){ return x.a; } int main(void) {
    return f(a[__VERIFIER_nondet_uint()]); }
