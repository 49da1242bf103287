// expect: true
// options: --property no-overflow
// A product of two shorts fits an int.
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    return a * b > 5;
}
