// expect: true
// options: --property valid-deref
// A parameter that is not const is written to through a pointer.

extern int __VERIFIER_nondet_int(void);
static void set(int *to) { *to = 1; }
static int next(int n) {
    set(&n);
    return n;
}
int main(void) { return next(__VERIFIER_nondet_int()); }
