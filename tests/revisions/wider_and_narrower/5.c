// expect: false(unreach-call)
// A sign in one byte: some are below zero.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

typedef signed char count;

static count ticks = 125;

static void tick(void) {
    if (ticks < 255) ticks++;
    else ticks = 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        tick();
        if (ticks < 0) reach_error();
    }
    return 0;
}
