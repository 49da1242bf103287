// expect: unknown
// A float and a double are passed in different ways: the call has no meaning, but what it does is not nothing.
extern void reach_error(void);

static int called;
static void note(double x) {
    (void)x;
    called = 1;
}

int main(void) {
    void (*f)(float) = (void (*)(float))note;
    f(1);
    if (called) reach_error();
    return 0;
}
