// expect: true
// A queue of up to five, whose parts get other names.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int waiting;

static void enter(int how_many) {
    int i = 0;
    while (i < how_many && waiting < 5) {
        waiting++;
        i++;
    }
}

static void leave(void) {
    if (waiting > 0) waiting--;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        enter(__VERIFIER_nondet_int() & 3);
        leave();
        if (waiting < 0 || waiting > 4) reach_error();
    }
    return 0;
}
