// expect: true
// options: --property no-overflow
// Unsigned words wrap, and are converted: no overflow.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    int x = (int)(a * b + 1);
    return x > 3;
}
