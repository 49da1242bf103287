// expect: true
// options: --property valid-deref
// A negative index is made positive.
extern int __VERIFIER_nondet_int(void);

static int table[10];
int main(void) {
    int i = __VERIFIER_nondet_int() % 10;
    if (i < 0) i += 10;
    return table[i];
}
