// expect: false(unreach-call)
// An int result is taken as a long.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int give(void) {
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 0 : n;
}

int main(void) {
    long (*f)(void) = (long (*)(void))give;
    if (f() == 5) reach_error();
    return 0;
}
