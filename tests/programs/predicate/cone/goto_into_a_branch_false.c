// expect: false(unreach-call)
// A branch with no say in anything is also entered in its middle, on a way that has.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = 0, seen = 0;
again:
    if (__VERIFIER_nondet_int()) {
        n++;
    middle:
        n += 2;
    }
    if (seen)
        reach_error();
    if (__VERIFIER_nondet_int() == 3) {
        seen = 1;
        goto middle;
    }
    if (__VERIFIER_nondet_int())
        goto again;
    return n;
}
