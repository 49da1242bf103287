// expect: false(no-overflow)
// options: --property no-overflow
// A product of two unsigned shorts is an int, and need not fit.
extern short __VERIFIER_nondet_short(void);

int main(void) {
    unsigned short a = (unsigned short)__VERIFIER_nondet_short(), b = (unsigned short)__VERIFIER_nondet_short();
    return a * b > 5;
}
