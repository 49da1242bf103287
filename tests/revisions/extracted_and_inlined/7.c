// expect: true
// By pointers, each once.
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
        step(&y);
    }
    if (x != y) reach_error();
    return 0;
}
