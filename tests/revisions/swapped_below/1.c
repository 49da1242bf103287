// expect: true
// What a procedure sets, and its caller asks for.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int x, y, rounds;

static void both(void) {
    while (__VERIFIER_nondet_bool()) rounds = 1;
    x = 1;
    y = 2;
}

static void twice(void) {
    while (__VERIFIER_nondet_bool()) both();
    both();
    if (x != 1 || y != 2) reach_error();
}

int main(void) {
    twice();
    return 0;
}
