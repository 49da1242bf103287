// expect: false(unreach-call)
// The error is 150 calls deep.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static void descend(unsigned depth) {
    if (depth == 150) reach_error();
    if (__VERIFIER_nondet_bool()) descend(depth + 1);
}

int main(void) {
    descend(0);
    return 0;
}
