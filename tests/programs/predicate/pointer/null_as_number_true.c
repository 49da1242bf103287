// expect: true
// A pointer that is null is zero as a number, one to a variable is not.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    int *p = __VERIFIER_nondet_bool() ? &x : (int *)0;
    if ((unsigned long)p != (unsigned long)0) {
        if (p == (int *)0) reach_error();
        *p = 1;
    }
    if (x == 1 && p == 0) reach_error();
    return 0;
}
