// expect: true
// An input that is not declared has the type that its name says, not int.
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_u8();
    if (n > 255 || n < 0) reach_error();
    return 0;
}
