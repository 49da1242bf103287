// expect: true
// The successor of an unsigned short is greater, but for 65535.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short s = __VERIFIER_nondet_ushort(), next = s;
    next++;
    if (next <= s && s != 65535) reach_error();
    return 0;
}
