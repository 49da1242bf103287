// expect: false(no-overflow)
// options: --property no-overflow
// A member of 31 bits is an int in a product.
extern signed char __VERIFIER_nondet_char(void);

struct packed { int a : 31; unsigned b : 7; };
int main(void) {
    struct packed p;
    p.a = __VERIFIER_nondet_char() * 8000000;
    p.b = __VERIFIER_nondet_char() & 63;
    return p.a * p.b > 0;
}
