// expect: true
// A procedure that a procedure calls that is called.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level, seen, turns;

static void lowest(void) {
    while (__VERIFIER_nondet_bool()) level = 1;
}

static void middle(void) {
    lowest();
}

static void highest(void) {
    middle();
}

static void beside(void) {
    while (seen < 3 && __VERIFIER_nondet_bool()) seen++;
}

int main(void) {
    beside();
    if (seen > 3) reach_error();
    highest();
    if (level != 0 && level != 1) reach_error();
    return turns;
}
