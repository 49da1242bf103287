// expect: false(no-overflow)
// options: --property no-overflow
// The middle of two indices by their sum.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || low > high) return 0;
    return (low + high) / 2;
}
