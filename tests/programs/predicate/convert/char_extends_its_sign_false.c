// expect: false(unreach-call)
// A signed char extends its sign.
extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);

int main(void) {
    signed char c = __VERIFIER_nondet_schar();
    unsigned index = (unsigned)c;
    if (index > 255) reach_error();
    return 0;
}
