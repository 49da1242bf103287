// expect: true
// inherits: summaries
// And not any more; main is another.
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
    held = 0;
    work();
    if (held != 0) reach_error();
    return 0;
}
