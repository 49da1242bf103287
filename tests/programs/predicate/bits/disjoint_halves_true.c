// expect: true
// Two masks grow in different halves of a word.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void);

int main(void) {
    unsigned low = 0, high = 0;
    while (__VERIFIER_nondet_bool()) {
        low |= __VERIFIER_nondet_ushort();
        high |= (unsigned)__VERIFIER_nondet_ushort() << 16;
        if ((low & high) != 0) __VERIFIER_error();
    }
    return 0;
}
