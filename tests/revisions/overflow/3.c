// expect: true
// options: --property no-overflow
// In a wider type.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int scale = 1;

static int scaled(int x) {
    if (x < -2 || x > 3) return 0;
    return (long)x * scale > 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        scale = __VERIFIER_nondet_bool() ? 1000000000 : 1;
        scaled(__VERIFIER_nondet_int());
    }
    return 0;
}
