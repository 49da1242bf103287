// expect: true
// No value satisfies the assumption, so the error is not reached.
extern int evercheck_choose(int, int);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = evercheck_choose(0, 9);
    __VERIFIER_assume(x % 2 == 0);
    __VERIFIER_assume(x % 2 == 1);
    reach_error();
    return 0;
}
