// expect: false(unreach-call)
// A function of a long is called with an int.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static long last;
static void note(long x) { last = x; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    f(n);
    if (last == 5) reach_error();
    return 0;
}
