// expect: false(unreach-call)
// An odd number stays odd by even steps, however large they are. Not quite.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    while (__VERIFIER_nondet_uint()) {
        x += 3 * __VERIFIER_nondet_uint();
        if (x == 0) reach_error();
    }
    return 0;
}
