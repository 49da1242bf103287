// expect: true
// options: --property no-bad-shift
// A right shift keeps the sign, and a shift of an unsigned value may lose bits.
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    long value = __VERIFIER_nondet_int();
    unsigned long lost = __VERIFIER_nondet_ulong() << 63;
    return (value >> 40) + (long)(lost >> 62) > 2;
}
