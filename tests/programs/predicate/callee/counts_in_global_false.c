// expect: false(unreach-call)
// It counts only those with an argument that is not zero.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned calls;

static int work(int x) {
    if (x != 0) calls++;
    return x / 2;
}

int main(void) {
    unsigned made = 0;
    while (__VERIFIER_nondet_bool()) {
        work(__VERIFIER_nondet_int());
        made++;
        if (calls != made) reach_error();
    }
    return 0;
}
