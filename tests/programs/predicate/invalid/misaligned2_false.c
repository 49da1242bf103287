// expect: false(valid-deref)
// options: --property valid-deref
// An int at any address.
char a[16]; int __VERIFIER_nondet_int(void); int main(void) {
    int *p=(int*)(a+(__VERIFIER_nondet_int()&7)); return *p; }
