// expect: false(no-overflow)
// options: --property no-overflow
// A sum of ten summands with a bound that is too large.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 500000000) x = 0;
        sum += x;
    }
    return sum > 0;
}
