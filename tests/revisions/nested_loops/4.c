// expect: true
// What is left is put right behind it.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int rest = 6, rows = 0;
    while (rest > 0 && __VERIFIER_nondet_bool()) {
        int width = 0;
        while (width < 4) {
            rest--;
            width++;
        }
        if (rest < 0) rest = 0;
        rows++;
    }
    if (rest < 0 || rest > 6) reach_error();
    return 0;
}
