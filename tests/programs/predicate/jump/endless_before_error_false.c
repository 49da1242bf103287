// expect: false(unreach-call)
// The loop has an end after all.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    for (;;) {
        x |= 1;
        x += 2;
        if (x == 5) break;
    }
    reach_error();
    return 0;
}
