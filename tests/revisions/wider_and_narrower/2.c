// expect: false(unreach-call)
// Of two bytes: it does not.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

typedef unsigned short count;

static count ticks = 253;

static void tick(void) {
    ticks++;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        tick();
        if (ticks > 255) reach_error();
    }
    return 0;
}
