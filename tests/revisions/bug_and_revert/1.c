// expect: true
// A lock is taken and given back.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int held;

static void lock(void) {
    if (held) reach_error();
    held = 1;
}

static void unlock(void) {
    if (!held) reach_error();
    held = 0;
}

static int work(void) {
    return __VERIFIER_nondet_bool();
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        lock();
        int is_bad = work();
        unlock();
        if (is_bad) break;
    }
    return 0;
}
