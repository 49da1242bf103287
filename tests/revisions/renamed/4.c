// expect: true
// A function.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int waiting;

static void enter(int n) {
    int done = 0;
    while (done < n && waiting < 5) {
        waiting++;
        done++;
    }
}

static void serve(void) {
    if (waiting > 0) waiting--;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        enter(__VERIFIER_nondet_int() & 3);
        serve();
        if (waiting < 0 || waiting > 4) reach_error();
    }
    return 0;
}
