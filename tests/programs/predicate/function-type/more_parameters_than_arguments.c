// expect: unknown
// A parameter that nothing is passed for: the call has no meaning, but what it does is not nothing.
extern void reach_error(void);

static int called;
static void note(int x, int y) { called = 1; (void)x; (void)y; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    f(1);
    if (called) reach_error();
    return 0;
}
