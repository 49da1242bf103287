// expect: false(unreach-call)
// The pointer travels as a number.
extern void reach_error(void);

static int called;
static void note(long x) { called = x == 2; }
static unsigned long hook;

int main(void) {
    hook = (unsigned long)note;
    ((void (*)(unsigned))hook)(2);
    if (called) reach_error();
    return 0;
}
