// expect: true
// options: --property no-overflow
// A difference from a constant.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0) return -1 - a;
    return 0 - a;
}
