// expect: true
// asks: nothing
// In another order.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned char seed = 1;

static int is_even(void) { return (seed & 1) == 0; }
static void advance(void) { seed = seed * 5 + 1; }
static int next(void) {
    advance();
    if (is_even()) advance();
    return seed;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) next();
    if (is_even()) reach_error();
    return 0;
}
