// expect: false(no-overflow)
// options: --property no-overflow
// A product with a negative constant, one too far.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -429496730 || x > 429496729) return 0;
    return x * -5;
}
