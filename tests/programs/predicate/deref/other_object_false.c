// expect: false(valid-deref)
// options: --property valid-deref
// A pointer beyond one array is not one into another.
extern int __VERIFIER_nondet_int(void);

static int a[4], b[4];
int main(void) {
    int i = __VERIFIER_nondet_int() & 7;
    int *p = __VERIFIER_nondet_int() ? a : b;
    return p[i];
}
