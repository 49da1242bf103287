// expect: false(no-overflow)
// options: --property no-overflow
// The index of an element, before it is masked.
extern int __VERIFIER_nondet_int(void);

static int table[8];
int main(void) {
    int i = __VERIFIER_nondet_int();
    return table[(i + 1) & 7];
}
