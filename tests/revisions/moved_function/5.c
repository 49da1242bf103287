// expect: false(unreach-call)
// And without the second one.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned char seed = 1;

static int is_even(void) { return (seed & 1) == 0; }
static void advance(void);
static int next(void) {
    seed = seed * 5 + 1;
    return seed;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) next();
    if (is_even()) reach_error();
    return 0;
}

static void advance(void) { seed = seed * 5 + 1; }
