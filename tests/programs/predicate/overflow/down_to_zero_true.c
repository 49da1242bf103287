// expect: true
// options: --property no-overflow
// A countdown from what is not negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    while (n-- > 0) {}
    return n;
}
