// expect: false(unreach-call)
// A function with more arguments to come is called as one that has just one, of another type.
extern void reach_error(void);

static long first;
static void note(long x, ...) { first = x; }

int main(void) {
    void (*f)(unsigned) = (void (*)(unsigned))note;
    f(6);
    if (first == 6) reach_error();
    return 0;
}
