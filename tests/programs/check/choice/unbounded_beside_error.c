// expect: unknown(unbounded-input)
// Input without a bound is declined before anything is explored, be there an error elsewhere.
extern int evercheck_choose(int, int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    if (evercheck_choose(0, 1)) return __VERIFIER_nondet_int() & 1;
    reach_error();
    return 0;
}
