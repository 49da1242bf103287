// expect: false(unreach-call)
// The error is a thousand turns away.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_bool()) {
        n++;
        if (n == 1000) reach_error();
    }
    return 0;
}
