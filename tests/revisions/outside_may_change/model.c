// What the function may do where it has no body.
extern int __VERIFIER_nondet_int(void);
extern int shared;

void outside(void) {
    shared = __VERIFIER_nondet_int();
}
