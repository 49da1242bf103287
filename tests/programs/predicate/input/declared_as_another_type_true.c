// expect: true
// Whatever it is declared as, an input has the values that its name says.
extern int __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_char();
    if (n > 127 || n < -128) reach_error();
    return 0;
}
