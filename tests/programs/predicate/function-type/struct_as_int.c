// expect: unknown
// A struct where an int is expected: the call has no meaning, but what it does is not nothing.
extern void reach_error(void);

struct wide { int a[5]; };
static int called;
static void note(struct wide x) { called = 1; (void)x; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    f(1);
    if (called) reach_error();
    return 0;
}
