// expect: true
// options: --property no-division-by-zero
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int sum = 0;
    for (unsigned i = 0; i < 1000; i++) {
        int divisor = __VERIFIER_nondet_int();
        if (divisor == 0)
            continue;
        sum = (100 / divisor + 7 % divisor) / 8;
        unsigned more = __VERIFIER_nondet_uint();
        if (more % 2 == 1)
            sum = (int)(i / more);
    }
    return sum;
}
