// expect: true
// options: --property no-overflow
// 12 factorial fits.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int f = 1, n = __VERIFIER_nondet_char();
    if (n > 12) n = 12;
    for (int i = 2; i <= n; i++) f *= i;
    return f;
}
