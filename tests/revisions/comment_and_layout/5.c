// expect: true
// asks: nothing
// A constant by another name.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define REST 15
static int a, b;

static void
both(int n)
{

    a =
        n & 0xf;
    b = REST - a; /* the rest */
}

int main(void) {
    while ((__VERIFIER_nondet_bool())) {
        both(__VERIFIER_nondet_int());
    }
    if (a + b != 15 && a + b != 0) reach_error();
    return 0;
}
