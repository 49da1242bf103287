// expect: true
// A char is passed as the int that it is promoted to.
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);

static int last;
static void note(int x) { last = x; }

int main(void) {
    void (*f)(signed char) = (void (*)(signed char))note;
    signed char c = __VERIFIER_nondet_schar();
    f(c);
    if (last != c) reach_error();
    return 0;
}
