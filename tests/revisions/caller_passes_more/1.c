// expect: true
// The error is in the callee, and all calls keep away from it.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int total;

static void take(int n) {
    if (n < 1 || n > 6) reach_error();
    total = total + n & 63;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        int n = __VERIFIER_nondet_int() & 7;
        if (n > 0 && n < 7) take(n);
    }
    take(1);
    return 0;
}
