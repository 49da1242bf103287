// expect: true
// Of eight bytes.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

typedef long count;

static count ticks = 125;

static void tick(void) {
    if (ticks < 127) ticks++;
    else ticks = 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        tick();
        if (ticks < 0) reach_error();
    }
    return 0;
}
