// expect: true
// options: --property valid-deref
// All indices of a byte.
extern signed char __VERIFIER_nondet_char(void);

static char table[256];
int main(void) {
    return table[__VERIFIER_nondet_char() + 128];
}
