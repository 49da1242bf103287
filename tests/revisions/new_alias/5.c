// expect: false(unreach-call)
// It is not asked for, and the third is the first.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int left = 1, right = 1, middle = 1;

static void move(int *from, int *to) {
    *to = 0;
    *from = 1;
    if (*to != 0) reach_error();
    *to = 1;
}

int main(void) {
    int *p = &left, *q = &right;
    if (__VERIFIER_nondet_bool()) p = &right;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) move(p, q);
        else move(q, p);
    }
    return 0;
}
