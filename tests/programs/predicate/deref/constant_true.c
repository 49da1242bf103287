// expect: true
// options: --property valid-deref
// What is written is not constant.
extern int __VERIFIER_nondet_int(void);

static const int table[2] = {1, 2};
static int copy[2];
int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    copy[i] = table[i];
    return copy[0];
}
