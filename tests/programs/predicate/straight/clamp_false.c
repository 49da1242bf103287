// expect: false(unreach-call)
// The upper limit that is tested is not the one that is set: values between the two stay.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) x = 0;
    else if (x > 1000) x = 100;
    if (x < 0 || x > 100) reach_error();
    return 0;
}
