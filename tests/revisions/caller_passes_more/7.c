// expect: true
// The callee takes nothing, too.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int total;

static void take(int n) {
    if (n < 0 || n > 7) reach_error();
    total = total + n & 63;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        int n = __VERIFIER_nondet_int() & 7;
        take(n);
    }
    take(1);
    take(7);
    return 0;
}
