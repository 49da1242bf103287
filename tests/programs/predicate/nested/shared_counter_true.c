// expect: true
// What is taken in the inner loop was put there by the outer one.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned stored = 0;
    while (__VERIFIER_nondet_bool()) {
        if (stored < 1000 && __VERIFIER_nondet_bool()) stored++;
        while (stored > 0 && __VERIFIER_nondet_bool()) stored--;
        if (stored > 1000) reach_error();
    }
    return 0;
}
