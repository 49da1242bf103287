// expect: false(no-overflow)
// options: --property no-overflow
// The builtin is not asked.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum, a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (!__builtin_add_overflow(a, b, &sum)) return 0;
    return a + b == sum;
}
