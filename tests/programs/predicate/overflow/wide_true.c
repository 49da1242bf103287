// expect: true
// options: --property no-overflow
// Products of 64 bits in 128.
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_longlong(), b = __VERIFIER_nondet_longlong();
    return a + b > 5 && a - b < 7;
}
