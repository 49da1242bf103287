// expect: false(no-overflow)
// options: --property no-overflow
// 13 factorial does not fit.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int f = 1, n = __VERIFIER_nondet_char();
    if (n > 13) n = 13;
    for (int i = 2; i <= n; i++) f *= i;
    return f;
}
