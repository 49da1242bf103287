// expect: false(unreach-call)
// The pointer may be one of ours or one from outside.
extern int __VERIFIER_nondet_int(void);
extern void (*handler(void))(int *);
extern void reach_error(void);

static void keep(int *at) { *at += 0; }

int main(void) {
    int x = 1;
    void (*act)(int *) = keep;
    if (__VERIFIER_nondet_int()) act = handler();
    act(&x);
    if (x != 1) reach_error();
    return 0;
}
