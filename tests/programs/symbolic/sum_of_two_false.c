// expect: false(no-overflow)
// A sum of two inputs does not fit.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int sum = x + y;
    return sum == 3;
}
