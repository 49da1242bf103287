// expect: false(valid-deref)
// options: --property valid-deref
// More memory is filled from outside than there is.
extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
    char a[4];
    __VERIFIER_nondet_memory(a, 8);
    return 0;
}
