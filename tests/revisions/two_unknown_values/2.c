// expect: false(unreach-call)
// Another input each time.
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
            reach_error();
        }
    }
    return 0;
}
