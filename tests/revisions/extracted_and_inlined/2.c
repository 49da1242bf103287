// expect: true
// A function for it.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int step(int n) {
    return 1 - n;
}

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x = step(x);
        y = step(y);
    }
    if (x != y) reach_error();
    return 0;
}
