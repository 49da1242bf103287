// expect: false(no-overflow)
// options: --property no-overflow
// A square of 64 bits.
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long a = __VERIFIER_nondet_longlong();
    if (a > 4000000000LL || a < 0) return 0;
    return a * a > 7;
}
