// expect: true
// options: --property no-overflow
// A product with a negative constant.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -429496729 || x > 429496729) return 0;
    return x * -5;
}
