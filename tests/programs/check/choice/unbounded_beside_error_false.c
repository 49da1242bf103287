// expect: false(unreach-call)
// One branch has unbounded input, the other an error: the error counts.
extern int evercheck_choose(int, int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    if (evercheck_choose(0, 1)) return __VERIFIER_nondet_int() & 1;
    reach_error();
    return 0;
}
