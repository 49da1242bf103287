// expect: false(no-overflow)
// options: --property no-overflow
// The value that is switched on is too large.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 2047;
    switch (x * x * x) { case 1: return 1; case 8: return 2; default: return 3; }
}
