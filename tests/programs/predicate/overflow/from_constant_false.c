// expect: false(no-overflow)
// options: --property no-overflow
// A difference from 0 of the least int.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    return 0 - a;
}
