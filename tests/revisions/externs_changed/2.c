// expect: false(unreach-call)
// options: --externs havoc
// selected: 0
// It may change everything.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

extern void outside(void);
static int held;

static void work(void) {
    while (__VERIFIER_nondet_bool()) {
        held = 1;
        outside();
        if (held != 1) reach_error();
        held = 0;
    }
}

int main(void) {
    work();
    if (held != 0) reach_error();
    return 0;
}
