// expect: false(valid-deref)
// options: --property valid-deref
// An index is tested by a bound that is too large.
extern int __VERIFIER_nondet_int(void);

static int table[10];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 10) return 0;
    return table[i];
}
