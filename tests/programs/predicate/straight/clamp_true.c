// expect: true
// A value is clamped to 0..100, whatever it was.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) x = 0;
    else if (x > 100) x = 100;
    if (x < 0 || x > 100) reach_error();
    return 0;
}
