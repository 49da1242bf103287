// expect: false(unreach-call)
// It begins with too much.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int deepest;

static int depth(int n) {
    if (n <= 0) return 4;
    int below = depth(n - 1);
    if (below > deepest) deepest = below;
    return below < 3 ? below + 1 : below;
}

int main(void) {
    int it = depth(__VERIFIER_nondet_int() & 7);
    if (it < 0 || it > 3 || deepest > 3) reach_error();
    return 0;
}
