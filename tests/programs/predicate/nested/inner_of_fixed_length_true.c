// expect: true
// An inner loop of three steps: the total is three times the outer counter.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned total = 0, i = 0;
    while (__VERIFIER_nondet_bool()) {
        for (unsigned j = 0; j < 3; j++) total++;
        i++;
        if (total != 3 * i) reach_error();
    }
    return 0;
}
