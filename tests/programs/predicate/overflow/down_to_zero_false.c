// expect: false(no-overflow)
// options: --property no-overflow
// A countdown from the least int.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n-- > 0) {}
    return n;
}
