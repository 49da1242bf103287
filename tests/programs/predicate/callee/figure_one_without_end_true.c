// expect: true
// The loop of the figure without a bound on its steps: the value stays between zero and six.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int inc(int a, int sign) {
    if (sign) return a + 1;
    else return a - 1;
}

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool()) {
        if (x <= 5) x = inc(x, 1);
        else x = inc(x, 0);
        if (x < 0 || x > 6) reach_error();
    }
    return 0;
}
