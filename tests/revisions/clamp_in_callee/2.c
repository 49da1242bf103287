// expect: true
// The upper bound is smaller: what was to be shown still holds.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level = 5;

static int clamp(int x) {
    if (x < 0) return 0;
    if (x > 8) return 8;
    return x;
}

static void set_level(int x) {
    level = clamp(x);
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        set_level(level + __VERIFIER_nondet_bool() - __VERIFIER_nondet_bool());
        if (level < 0 || level > 9) reach_error();
    }
    return 0;
}
