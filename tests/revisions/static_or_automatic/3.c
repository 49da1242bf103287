// expect: false(unreach-call)
// Automatic outside, static inside, and the wrong one is returned.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int calls;

static int step(void) {
    int x = 0;
    if (x < 3) x++;
    {
        static int x;
        x = __VERIFIER_nondet_bool();
        calls += x;
        if (calls > 9) calls = 0;
        if (x) return 0;
    }
    return x;
}

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_bool()) {
        int now = step();
        if (now < last) reach_error();
        last = now;
    }
    return 0;
}
