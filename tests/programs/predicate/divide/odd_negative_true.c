// expect: true
// A number is odd if the remainder is not zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_odd(int x) {
    return x % 2 != 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (is_odd(x) != (int)((unsigned)x & 1u)) reach_error();
    return 0;
}
