// expect: true
// Steps of six and of ten keep a number even, also when it wraps.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) x += 6;
        else x += 10;
        if (x % 2 != 0) reach_error();
    }
    return 0;
}
