// expect: true
// Set before it is looked at.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int mode = 3;

static void next(void) {
    if (mode == 1) mode = 2;
    else if (mode == 2) mode = 4;
    else mode = 1;
}

int main(void) {
    mode = 2;
    while (__VERIFIER_nondet_bool()) next();
    if (mode != 1 && mode != 2 && mode != 4) reach_error();
    return 0;
}
