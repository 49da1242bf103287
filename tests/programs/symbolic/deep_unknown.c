// expect: unknown(symbolic-value)
// Operations on an input, one on top of the other, without end.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned sum = 1;
    for (int i = 0; i < 100000; i++) sum = sum * x + i;
    return sum == 17;
}
