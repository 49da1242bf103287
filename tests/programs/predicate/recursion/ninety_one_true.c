// expect: true
// McCarthy's function is 91 up to 101.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int x) {
    if (x > 100) return x - 10;
    return f(f(x + 11));
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 101) return 0;
    if (f(x) != 91) reach_error();
    return 0;
}
