// expect: false(unreach-call)
// The inner loop has four steps when the outer counter is divisible by ten.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned total = 0, i = 0;
    while (__VERIFIER_nondet_bool()) {
        for (unsigned j = 0; j < (i % 10 == 9 ? 4u : 3u); j++) total++;
        i++;
        if (total != 3 * i) reach_error();
    }
    return 0;
}
