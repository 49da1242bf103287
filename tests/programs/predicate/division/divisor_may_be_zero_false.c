// expect: false(no-division-by-zero)
// options: --property no-division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int divisor = __VERIFIER_nondet_int();
    if (divisor < 0 || divisor > 100)
        return 0;
    return 100 / divisor;
}
