// expect: false(unreach-call)
// One of the callers passes on what it got.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static void need_positive(int x) {
    if (x <= 0) reach_error();
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (x > 0) need_positive(x);
        need_positive(x & 7);
    }
    return 0;
}
