// expect: false(unreach-call)
// A function of a char gets the lowest byte of an int.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int last;
static void note(unsigned char x) { last = x; }

int main(void) {
    void (*f)(int) = (void (*)(int))note;
    int n = __VERIFIER_nondet_int();
    f(n);
    if (n == 0x1234 && last == 0x34) reach_error();
    return 0;
}
