// expect: false(valid-deref)
// options: --property valid-deref
// A const local is written to, at the end of a loop that initialises it many times.

extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        const int limit[2] = {i};
        if (i == 3) ((int *)limit)[1] = 3;
    }
    return 0;
}
