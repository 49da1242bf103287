// expect: true
// options: --property no-division-by-zero
// That the quotient does not fit is an overflow, and no division by zero.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int dividend = __VERIFIER_nondet_int();
    return dividend / -1 != 5;
}
