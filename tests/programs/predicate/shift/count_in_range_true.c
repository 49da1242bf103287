// expect: true
// options: --property no-bad-shift
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint(), bits = 1;
    while (__VERIFIER_nondet_int()) {
        if (count < 31)
            bits = (unsigned)(1 << count);
        bits = bits >> (count & 31);
        count = bits / 2;
    }
    return (__VERIFIER_nondet_int() >> 5) != 0;
}
