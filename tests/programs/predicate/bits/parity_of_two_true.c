// expect: true
// Two numbers change by the same odd step, so that their parities agree.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_uint()) {
        unsigned step = 2 * __VERIFIER_nondet_uint() + 1;
        x += step;
        y ^= step;
        if (((x ^ y) & 1) != 0) reach_error();
    }
    return 0;
}
