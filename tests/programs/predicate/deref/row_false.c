// expect: false(valid-deref)
// options: --property valid-deref
// All elements of an array of arrays, as if they were of the first row.

extern unsigned __VERIFIER_nondet_uint(void);
static int table[3][4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    return i < 12 ? table[0][i] : 0;
}
