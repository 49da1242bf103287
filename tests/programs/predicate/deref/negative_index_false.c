// expect: false(valid-deref)
// options: --property valid-deref
// A remainder may be negative.
extern int __VERIFIER_nondet_int(void);

static int table[10];
int main(void) {
    int i = __VERIFIER_nondet_int() % 10;
    return table[i];
}
