// expect: false(no-bad-shift)
// options: --property no-bad-shift
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 31)
        return 0;
    return 1 << count;
}
