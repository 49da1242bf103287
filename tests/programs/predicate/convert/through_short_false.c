// expect: false(unreach-call)
// One that is below by one does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -32769 || x > 32767) return 0;
    short s = (short)x;
    if (s != x) reach_error();
    return 0;
}
