// expect: true
// Two parts of the work alternate: they are never further apart than one.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned first = 0, second = 0;
    int turn = 0;
    while (__VERIFIER_nondet_bool()) {
        if (turn == 0) {
            first++;
            turn = 1;
        } else {
            second++;
            turn = 0;
        }
        if (first - second > 1) reach_error();
    }
    return 0;
}
