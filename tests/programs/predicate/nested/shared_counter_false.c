// expect: false(unreach-call)
// The inner loop takes one without a test.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned stored = 0;
    while (__VERIFIER_nondet_bool()) {
        if (stored < 1000 && __VERIFIER_nondet_bool()) stored++;
        do stored--;
        while (stored > 0 && __VERIFIER_nondet_bool());
        if (stored > 1000) reach_error();
    }
    return 0;
}
