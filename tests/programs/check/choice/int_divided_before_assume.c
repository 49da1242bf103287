// expect: unknown(unbounded-input)
// A fault comes before the assumption that would leave its value out.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 100 / x;
    __VERIFIER_assume(x > 0 && x < 10);
    return y;
}
