// expect: true
// options: --property no-overflow
// A sum of two remainders.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() % 1000000000, b = __VERIFIER_nondet_int() % 1000000000;
    return a + b;
}
