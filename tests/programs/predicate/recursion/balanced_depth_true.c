// expect: true
// A global depth goes up on entry and down on return: it is zero at the end.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int depth;

static void visit(unsigned n) {
    depth++;
    if (n == 77) depth--;
    else {
        if (n > 0) visit(n - 1);
        depth--;
    }
}

int main(void) {
    visit(__VERIFIER_nondet_uchar());
    if (depth != 0) reach_error();
    return 0;
}
