// expect: false(unreach-call)
// Two inputs in one round.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int first = 1, kept = 0;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (first) {
            kept = x;
            first = 0;
        } else if (kept != x) {
            kept = x;
        }
        int y = __VERIFIER_nondet_int();
        if (kept != y) reach_error();
    }
    return 0;
}
