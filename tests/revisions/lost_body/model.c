// What the function may do where it has no body.
extern int __VERIFIER_nondet_int(void);

int ask(int most) {
    return __VERIFIER_nondet_int();
}
