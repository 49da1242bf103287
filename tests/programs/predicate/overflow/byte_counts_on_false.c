// expect: false(no-overflow)
// options: --property no-overflow
// An int is not converted.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    int x = 2147483600 - c;
    c++;
    return x + c;
}
