// expect: false(unreach-call)
// The turn is passed on only after every second step of the first part.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned first = 0, second = 0;
    int turn = 0;
    while (__VERIFIER_nondet_bool()) {
        if (turn == 0) {
            first++;
            turn = first % 2;
        } else {
            second++;
            turn = 0;
        }
        if (first - second > 1) reach_error();
    }
    return 0;
}
