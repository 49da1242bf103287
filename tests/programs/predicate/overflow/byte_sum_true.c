// expect: true
// options: --property no-overflow
// A sum of bytes is an int.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int c = __VERIFIER_nondet_char(), x = c * 16777216;
    return x + 16777215;
}
