// expect: false(unreach-call)
// By pointers, and one is set twice.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static void step(int *n) {
    *n = 1 - *n;
}

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        step(&x);
        step(&x);
        step(&y);
        if (__VERIFIER_nondet_bool()) step(&y);
    }
    if (x != y) reach_error();
    return 0;
}
