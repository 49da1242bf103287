// expect: false(valid-deref)
// options: --property valid-deref
// An array of the caller, and a length that is none of it.
extern unsigned __VERIFIER_nondet_uint(void);

static int last(int *a, unsigned n) { return a[n - 1]; }
int main(void) {
    int a[6] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    return n <= 6 ? last(a, n) : 0;
}
