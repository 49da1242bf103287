// expect: false(unreach-call)
// The end of one says something else.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    return n == 0 ? 2 : is_odd(n - 1);
}

static int is_odd(unsigned n) {
    return n == 0 ? 0 : is_even(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_int() & 7;
    int it = is_even(n);
    if (it != 0 && it != 1) reach_error();
    return 0;
}
