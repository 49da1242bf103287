// expect: true
// A global is what it begins with, or one of two values more.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int mode = 1;

static void next(void) {
    if (mode == 1) mode = 2;
    else if (mode == 2) mode = 4;
    else mode = 1;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) next();
    if (mode != 1 && mode != 2 && mode != 4) reach_error();
    return 0;
}
