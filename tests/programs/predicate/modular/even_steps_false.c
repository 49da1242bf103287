// expect: false(unreach-call)
// A step of five gets in.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) x += 6;
        else x += 5;
        if (x % 2 != 0) reach_error();
    }
    return 0;
}
