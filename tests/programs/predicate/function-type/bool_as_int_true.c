// expect: true
// A function of an int is called with a _Bool.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int last;
static void note(int x) { last = x; }

int main(void) {
    void (*f)(_Bool) = (void (*)(_Bool))note;
    _Bool b = __VERIFIER_nondet_bool();
    f(b);
    if (last != b) reach_error();
    return 0;
}
