// expect: false(unreach-call)
// A function of an int gets the lower half of a long.
extern void reach_error(void);

static int last;
static void note(int x) { last = x; }

int main(void) {
    void (*f)(long) = (void (*)(long))note;
    f(0x700000005L);
    if (last == 5) reach_error();
    return 0;
}
