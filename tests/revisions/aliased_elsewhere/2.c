// expect: true
// inherits: summaries
// Only main is another.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int first = 1, second = 1, third = 1;

static void both(int *p, int *q) {
    while (__VERIFIER_nondet_bool()) {
        *p = 1;
        *q = 0;
        if (*p != 1) reach_error();
        *q = 1;
    }
}

static void outer(void) {
    both(&first, &second);
}

int main(void) {
    second = 1;
    outer();
    if (first != 1 || second != 1) reach_error();
    return 0;
}
