// expect: false(valid-deref)
// options: --property valid-deref
// A const parameter is written to through a pointer.

extern int __VERIFIER_nondet_int(void);
static void set(int *to) { *to = 1; }
static int next(const int n) {
    set((int *)&n);
    return n;
}
int main(void) { return next(__VERIFIER_nondet_int()); }
