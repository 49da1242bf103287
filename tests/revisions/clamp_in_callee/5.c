// expect: false(unreach-call)
// The upper bound is above what is allowed.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level = 5;

static int clamp(int x) {
    if (x > 10) return 10;
    return x < 0 ? 0 : x;
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
