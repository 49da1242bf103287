// expect: false(unreach-call)
// Old style: the function takes a char, the call passes what it is promoted to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int last;
static void note(c)
char c;
{
    last = c;
}

int main(void) {
    void (*f)() = note;
    f(__VERIFIER_nondet_int());
    if (last == 'x') reach_error();
    return 0;
}
