// expect: false(unreach-call)
// Or a third.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int own = 1, other = 2;

static void poke(int *p) {
    *p = 1 + __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
}

static void step(void) {
    own = 3 - own;
}

int main(void) {
    int *kept = &own;
    if (kept == &other) return 1;
    while (__VERIFIER_nondet_bool()) {
        step();
        poke(kept);
    }
    if (own != 1 && own != 2) reach_error();
    return 0;
}
