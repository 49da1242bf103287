// expect: false(valid-deref)
// options: --property valid-deref
// A constant is written.
extern int __VERIFIER_nondet_int(void);

static const int table[2] = {1, 2};
int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    ((int *)table)[i] = 3;
    return 0;
}
