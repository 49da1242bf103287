// expect: true
// A function of an int gets the lower half of a long.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int last;
static void note(int x) { last = x; }

int main(void) {
    void (*f)(long) = (void (*)(long))note;
    unsigned n = __VERIFIER_nondet_uint();
    f(0x700000000L + n);
    if (last != (int)n) reach_error();
    return 0;
}
