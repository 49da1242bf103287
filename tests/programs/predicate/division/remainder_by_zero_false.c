// expect: false(no-division-by-zero)
// options: --property no-division-by-zero
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    return (int)(5 % (n & 0xff00));
}
