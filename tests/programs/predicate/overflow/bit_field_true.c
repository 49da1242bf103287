// expect: true
// options: --property no-overflow
// Members of few bits are ints in sums.
extern signed char __VERIFIER_nondet_char(void);

struct packed { int a : 5; unsigned b : 7; };
int main(void) {
    struct packed p;
    p.a = __VERIFIER_nondet_char() & 7;
    p.b = __VERIFIER_nondet_char() & 63;
    return p.a * p.b + p.a - p.b;
}
