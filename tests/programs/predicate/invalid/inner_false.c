// expect: false(valid-deref)
// options: --property valid-deref
// Behind the last row.
int a[2][3]; unsigned __VERIFIER_nondet_uint(void); int main(void) {
    return a[__VERIFIER_nondet_uint()%2][__VERIFIER_nondet_uint()%5]; }
