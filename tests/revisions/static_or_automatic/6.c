// expect: true
// And nothing at all depends on it.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int calls;

static int step(void) {
    static int x;
    if (x < 3) x++;
    {
        int x = 0;
        x += __VERIFIER_nondet_bool();
        calls += x;
        if (calls > 9) calls = 0;
        if (__VERIFIER_nondet_bool()) return x;
    }
    return x;
}

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_bool()) {
        int now = step();
        if (now < 0 || last != 0) reach_error();
    }
    return 0;
}
