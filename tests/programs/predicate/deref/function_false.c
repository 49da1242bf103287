// expect: false(valid-deref)
// options: --property valid-deref
// A function pointer is not tested.
extern int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }
int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? one : 0;
    return f();
}
