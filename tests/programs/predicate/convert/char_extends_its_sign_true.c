// expect: true
// A signed char taken as unsigned char is below 256.
extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);

int main(void) {
    signed char c = __VERIFIER_nondet_schar();
    unsigned index = (unsigned char)c;
    if (index > 255) reach_error();
    return 0;
}
