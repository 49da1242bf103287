// expect: true
// A function counts its calls in a global.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned calls;

static int work(int x) {
    calls++;
    return x / 2;
}

int main(void) {
    unsigned made = 0;
    while (__VERIFIER_nondet_bool()) {
        work(__VERIFIER_nondet_int());
        made++;
        if (calls != made) reach_error();
    }
    return 0;
}
