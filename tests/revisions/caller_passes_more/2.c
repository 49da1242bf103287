// expect: true
// Another call, with a constant.
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
    take(6);
    return 0;
}
