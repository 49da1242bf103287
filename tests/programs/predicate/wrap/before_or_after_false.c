// expect: false(unreach-call)
// Sequence numbers are compared as they are: after the wrap the later one is smaller.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int is_before(unsigned char a, unsigned char b) {
    return a < b;
}

int main(void) {
    unsigned char now = __VERIFIER_nondet_uchar(), later = (unsigned char)(now + 5);
    if (!is_before(now, later)) reach_error();
    return 0;
}
