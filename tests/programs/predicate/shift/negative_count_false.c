// expect: false(no-bad-shift)
// options: --property no-bad-shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count > 5)
        return 0;
    return 100 >> count;
}
