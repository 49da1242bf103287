// expect: false(unreach-call)
// The remainder of a negative number is negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int slot = x % 5;
    if (slot < 0 || slot > 4) reach_error();
    return 0;
}
