// expect: false(valid-deref)
// An index that two inputs tell, one beyond the bounds.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int a[8];

int main(void) {
    unsigned low = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= i && i - low <= 8);
    a[i - low] = 9;
    return 0;
}
