// expect: true
// Elements without initialiser are zero.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[6] = {1, 2, 3};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3 || i > 5) return 0;
    if (a[i] != 0) reach_error();
    return 0;
}
