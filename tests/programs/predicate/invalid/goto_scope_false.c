// expect: false(valid-deref)
// options: --property valid-deref
// An object of the turn before.
int __VERIFIER_nondet_int(void); int main(void) {
    int *p=0; for(int i=0;i<2;i++){ int x=i; if (p) return *p; p=&x; }
    return 0;
}
