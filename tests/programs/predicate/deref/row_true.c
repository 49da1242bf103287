// expect: true
// options: --property valid-deref
// All elements of an array of arrays, row by row.

extern unsigned __VERIFIER_nondet_uint(void);
static int table[3][4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    return i < 12 ? table[i / 4][i % 4] : 0;
}
