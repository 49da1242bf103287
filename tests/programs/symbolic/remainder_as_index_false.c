// expect: false(valid-deref)
// The remainder of an input of many values is an index, of a table that is too small.
extern unsigned __VERIFIER_nondet_uint(void);

int a[12];

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    a[x % 13] = 1;
    return 0;
}
