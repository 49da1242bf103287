// expect: false(unreach-call)
// Offsets that are rounded up stay aligned. Not quite.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned offset = 0;
    while (__VERIFIER_nondet_uint()) {
        unsigned size = __VERIFIER_nondet_uint() % 1000;
        offset = (offset + size + 7) & ~3u;
        if (offset % 8 != 0) reach_error();
    }
    return 0;
}
