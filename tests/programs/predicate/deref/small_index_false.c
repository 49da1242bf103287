// expect: false(valid-deref)
// options: --property valid-deref
// One index of a byte too many.
extern signed char __VERIFIER_nondet_char(void);

static char table[255];
int main(void) {
    return table[__VERIFIER_nondet_char() + 128];
}
