// expect: unknown
// Arguments that the function does not have: the call has no meaning, but what it does is not nothing.
extern void reach_error(void);

static int called;
static void note(void) { called = 1; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    f(1);
    if (called) reach_error();
    return 0;
}
