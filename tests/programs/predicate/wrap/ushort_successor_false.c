// expect: false(unreach-call)
// The successor of 65535 is 0.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short s = __VERIFIER_nondet_ushort(), next = s;
    next++;
    if (next <= s) reach_error();
    return 0;
}
