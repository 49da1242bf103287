// expect: true
// By smaller steps.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int depth(int n) {
    if (n <= 0 || __VERIFIER_nondet_bool()) return 0;
    if (n == 6) return 3;
    int below = depth(n - 2);
    return below < 3 ? below + 1 : below;
}

int main(void) {
    int it = depth(__VERIFIER_nondet_int() & 7);
    if (it < 0 || it > 3) reach_error();
    return 0;
}
