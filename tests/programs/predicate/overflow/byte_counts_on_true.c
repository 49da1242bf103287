// expect: true
// options: --property no-overflow
// A byte is converted when it is stored: no overflow.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    c++;
    c += 100;
    return c;
}
