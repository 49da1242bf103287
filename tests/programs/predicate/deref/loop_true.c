// expect: true
// options: --property valid-deref
// A loop over an array.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[8], n = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++) a[i] = n;
    return a[n & 7];
}
