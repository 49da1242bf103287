// expect: false(unreach-call)
// It may be handed either.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int a = 1, b = 1;

static void fill(int *p) {
    while (__VERIFIER_nondet_bool()) *p = 2;
}

int main(void) {
    int *p = __VERIFIER_nondet_bool() ? &b : &a;
    fill(p);
    if (a != 1) reach_error();
    return 0;
}
