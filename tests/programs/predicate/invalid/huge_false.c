// expect: false(valid-deref)
// options: --property valid-deref
// An index that comes around.
long __VERIFIER_nondet_long(void); int a[4]; int main(void) {
    long i=__VERIFIER_nondet_long(); if (i!=0x4000000000000000L) return 0; return a[i]; }
