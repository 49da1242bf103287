// expect: false(no-division-by-zero)
// A quotient of two inputs, the second of which may be zero where the first is large.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x < 7 || y > x) return 0;
    return x / y > 2;
}
