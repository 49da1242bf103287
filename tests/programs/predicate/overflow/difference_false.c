// expect: false(no-overflow)
// options: --property no-overflow
// A difference of numbers of different signs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return a - b < 0;
}
