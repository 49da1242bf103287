// expect: true
// Two loops share a counter.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int rest = 6, rows = 0;
    while (rest > 0 && __VERIFIER_nondet_bool()) {
        int width = 0;
        while (rest > 0 && width < 2) {
            rest--;
            width++;
        }
        rows++;
    }
    if (rest < 0 || rest > 6) reach_error();
    return 0;
}
