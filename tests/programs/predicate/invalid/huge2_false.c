// expect: false(valid-deref)
// options: --property valid-deref
// A pointer that comes around.
long __VERIFIER_nondet_long(void); int a[4]; int main(void) {
    long i=__VERIFIER_nondet_long(); int *p=a; if (i!=0x4000000000000000L) return 0; p+=i; return *p; }
