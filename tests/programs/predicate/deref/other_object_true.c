// expect: true
// options: --property valid-deref
// A pointer to one of two arrays.
extern int __VERIFIER_nondet_int(void);

static int a[4], b[4];
int main(void) {
    int i = __VERIFIER_nondet_int() & 3;
    int *p = __VERIFIER_nondet_int() ? a : b;
    return p[i];
}
