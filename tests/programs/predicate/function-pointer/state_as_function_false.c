// expect: false(unreach-call)
// The second state does not go back.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static void turn_on(void);
static void turn_off(void);
static void (*state)(void) = turn_on;
static int lit;

static void turn_on(void) {
    if (lit) reach_error();
    lit = 1;
    state = __VERIFIER_nondet_bool() ? turn_off : turn_on;
}

static void turn_off(void) {
    if (!lit) reach_error();
    lit = 0;
    state = turn_on;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) state();
    return 0;
}
