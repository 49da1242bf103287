// expect: true
// An odd number stays odd by even steps, however large they are.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    while (__VERIFIER_nondet_uint()) {
        x += 2 * __VERIFIER_nondet_uint();
        if (x == 0) reach_error();
    }
    return 0;
}
