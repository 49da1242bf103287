// expect: true
// Sequence numbers are compared by their difference in their own width, across the wrap.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int is_before(unsigned char a, unsigned char b) {
    unsigned char distance = (unsigned char)(b - a);
    return distance != 0 && distance < 128;
}

int main(void) {
    unsigned char now = __VERIFIER_nondet_uchar(), later = (unsigned char)(now + 5);
    if (!is_before(now, later)) reach_error();
    return 0;
}
