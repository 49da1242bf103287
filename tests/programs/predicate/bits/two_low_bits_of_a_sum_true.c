// expect: true
// Three numbers keep their two low bits clear, so that their sum does.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_uint()) {
        x += 4 * __VERIFIER_nondet_uint();
        y -= 4 * __VERIFIER_nondet_uint();
        z ^= __VERIFIER_nondet_uint() << 3;
        if (((x + y + z) & 3) != 0) reach_error();
    }
    return 0;
}
