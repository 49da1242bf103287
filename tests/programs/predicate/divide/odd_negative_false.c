// expect: false(unreach-call)
// The remainder of a negative odd number is minus one, not one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_odd(int x) {
    return x % 2 == 1;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (is_odd(x) != (int)((unsigned)x & 1u)) reach_error();
    return 0;
}
