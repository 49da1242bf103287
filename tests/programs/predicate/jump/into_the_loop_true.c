// expect: true
// A jump into the middle of a loop: the loop has two entries, and the counter is set before both.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned i = 0, n = 0;
    if (__VERIFIER_nondet_bool()) {
        i = 1;
        goto middle;
    }
    while (__VERIFIER_nondet_bool()) {
        i++;
    middle:
        n++;
        if (i != n) reach_error();
    }
    return 0;
}
