// expect: true
// A function that calls itself and changes nothing that counts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    int fixed = 5;
    int d = depth(__VERIFIER_nondet_int());
    if (fixed != 5)
        reach_error();
    return d;
}
