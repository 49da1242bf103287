// expect: true
// What is locked under a condition is unlocked under the same condition.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int request = __VERIFIER_nondet_int(), locked = 0;
    if (request > 0) locked = 1;
    if (request > 0) {
        if (!locked) reach_error();
        locked = 0;
    }
    if (locked) reach_error();
    return 0;
}
