// expect: true
// Of four bytes, with a sign.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

typedef int count;

static count ticks = 253;

static void tick(void) {
    if (ticks < 255) ticks++;
    else ticks = 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        tick();
        if (ticks > 255) reach_error();
    }
    return 0;
}
