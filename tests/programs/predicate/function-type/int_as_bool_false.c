// expect: false(unreach-call)
// A function of a _Bool is called with an int of 0 or 1.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int last;
static void note(_Bool x) { last = x; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    int n = __VERIFIER_nondet_int();
    f(n == 3);
    if (last) reach_error();
    return 0;
}
