// expect: true
// A step of a loop becomes a function and a loop of its own.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x = 1 - x;
        y = 1 - y;
    }
    if (x != y) reach_error();
    return 0;
}
