// expect: true
// asks: nothing
// A function that nobody calls.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level, calls, messages;

static void note(int what) {
    messages = what;
    calls = calls & 15;
}

static void raise(void) {
    calls = calls + 1 & 255;
    note(level);
    if (level < 3) level++;
}

static int spare(int x) {
    return x ? messages : calls;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) raise();
    if (level > 3) reach_error();
    return 0;
}
