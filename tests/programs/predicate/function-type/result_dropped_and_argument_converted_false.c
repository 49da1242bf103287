// expect: false(unreach-call)
// Nobody takes the result, and the argument is of another type.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int last;
static int note(long x) { return last = x == 7; }

int main(void) {
    void (*f)(unsigned) = (void (*)(unsigned))note;
    f(__VERIFIER_nondet_int());
    if (last) reach_error();
    return 0;
}
