// expect: false(no-overflow)
// options: --property no-overflow
// Words are converted to int first.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    int x = (int)a + (int)b;
    return x > 3;
}
