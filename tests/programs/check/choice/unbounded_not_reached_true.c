// expect: true
// The unbounded input is in a branch that no choice takes.
extern int evercheck_choose(int, int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = evercheck_choose(0, 3);
    if (x > 3) return __VERIFIER_nondet_int();
    return 0;
}
