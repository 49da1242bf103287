// expect: false(unreach-call)
// The loop has no say in the error, but only one input lets control past it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int key = __VERIFIER_nondet_int(), lock = 3;
    while (key != 77)
        lock = key;
    reach_error();
    return lock;
}
