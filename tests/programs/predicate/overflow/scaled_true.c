// expect: true
// options: --property no-overflow
// What is multiplied by a constant is small enough.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -715827882 || x > 715827882) return 0;
    return x * 3;
}
