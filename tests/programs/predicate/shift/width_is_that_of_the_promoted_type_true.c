// expect: true
// options: --property no-bad-shift
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    return (byte << 20) >> 20 != byte;
}
