// expect: true
// Only how the loop is left tells what was set in it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int found = 0, n = 0;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            found = 1;
            break;
        }
        n++;
    }
    if (!found)
        reach_error();
    return n;
}
