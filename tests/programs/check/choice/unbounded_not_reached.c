// expect: unknown(unbounded-input)
// Input without a bound is declined before it is known whether a run comes to it.
extern int evercheck_choose(int, int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = evercheck_choose(0, 3);
    if (x > 3) return __VERIFIER_nondet_int();
    return 0;
}
