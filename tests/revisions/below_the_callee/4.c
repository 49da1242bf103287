// expect: false(unreach-call)
// selected: 1
// The lowest has a bug now.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level, seen, turns;

static void lowest(void) {
    while (__VERIFIER_nondet_bool()) level = 4;
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
