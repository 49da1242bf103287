// expect: false(no-overflow)
// options: --property no-overflow
// A scaled byte is too large by one step.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int c = __VERIFIER_nondet_char(), x = c * 16777216;
    return x + 16777216;
}
