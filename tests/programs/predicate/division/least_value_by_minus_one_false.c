// expect: false(no-overflow)
// options: --property no-overflow --property no-division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int dividend = __VERIFIER_nondet_int(), divisor = __VERIFIER_nondet_int();
    if (divisor == 0)
        return 0;
    return dividend % divisor;
}
