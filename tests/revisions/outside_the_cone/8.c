// expect: false(unreach-call)
// Nothing is counted on the side that sets the level.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level, calls, messages, last;

static void note(int what) {
    messages = what;
    level = calls & 15;
}

static void raise(void) {
    calls = calls + 1 & 255;
    last = messages;
    note(level);
    if (level < 3 && calls > 2) level++;
}

static int spare(int x) {
    return x ? messages : calls;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) raise();
    if (level > 3) reach_error();
    return 0;
}
