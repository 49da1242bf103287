// expect: false(unreach-call)
// A flag among others is set, and only others are cleared. Not quite.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned flags = 16;
    while (__VERIFIER_nondet_uint()) {
        flags |= __VERIFIER_nondet_uint() & 0xff;
        flags &= ~(1u << (__VERIFIER_nondet_uint() & 7));
        if (!(flags & 16)) reach_error();
    }
    return 0;
}
