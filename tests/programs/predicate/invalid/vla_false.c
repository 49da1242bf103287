// expect: false(valid-deref)
// options: --property valid-deref
// Behind a variable length array.
int __VERIFIER_nondet_int(void); int main(void) {
    int n=__VERIFIER_nondet_int(); if(n<1||n>5) return 0; int a[n]; a[5]=0;
    return 0;
}
