// expect: false(no-bad-shift)
// options: --property no-bad-shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int();
    if (value > 3)
        return 0;
    return value << 1;
}
