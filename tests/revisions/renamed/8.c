// expect: false(unreach-call)
// Two names change places: what one does the other did.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int waiting;

static void leave(int how_many) {
    int i = 0;
    while (i < how_many && waiting < 5) {
        waiting++;
        i++;
    }
}

static void enter(void) {
    if (waiting > 0) waiting--;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        enter();
        leave(__VERIFIER_nondet_int() & 3);
        if (waiting < 0 || waiting > 4) reach_error();
    }
    return 0;
}
