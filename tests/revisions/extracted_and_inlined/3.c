// expect: true
// Which has a loop.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int step(int n) {
    while (n > 1) n = 0;
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
