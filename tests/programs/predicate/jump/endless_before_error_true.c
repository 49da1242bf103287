// expect: true
// A loop without end stands before the error.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    for (;;) {
        x |= 1;
        x += 2;
        if (x == 4) break;
    }
    reach_error();
    return 0;
}
