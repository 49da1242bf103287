// expect: false(no-overflow)
// options: --property no-overflow
// Larger numbers are multiplied, too.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int scale = 1;

static int scaled(int x) {
    if (x < -2 || x > 3) return 0;
    return x * scale;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        scale = __VERIFIER_nondet_bool() ? 1000000000 : 1;
        scaled(__VERIFIER_nondet_int());
    }
    return 0;
}
