// expect: true
// asks: nothing
// Parentheses and braces that change nothing.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int a, b;

static void
both(int n)
{

    a =
        n & 15;
    b = 15 - a; /* the rest */
}

int main(void) {
    while ((__VERIFIER_nondet_bool())) {
        both(__VERIFIER_nondet_int());
    }
    if (a + b != 15 && a + b != 0) reach_error();
    return 0;
}
