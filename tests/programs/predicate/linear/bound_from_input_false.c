// expect: false(unreach-call)
// The limit is tested with the wrong relation, so the last step goes beyond it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void);

int main(void) {
    unsigned limit = __VERIFIER_nondet_ushort(), step = __VERIFIER_nondet_uchar(), x = 0;
    while (__VERIFIER_nondet_bool()) {
        if (x + step > limit + 1) break;
        x += step;
        if (x > limit) __VERIFIER_error();
    }
    return 0;
}
