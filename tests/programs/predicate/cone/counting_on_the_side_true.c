// expect: true
// A loop that only counts has no say in whether the error is called.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), steps = 0, state = 1;
    for (int i = 0; i < n; i++)
        steps += i % 7;
    if (state == 2)
        reach_error();
    return steps;
}
