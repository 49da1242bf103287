// expect: true
// options: --property no-overflow
// A counter stays below what it is compared with.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n) i++;
    return i;
}
