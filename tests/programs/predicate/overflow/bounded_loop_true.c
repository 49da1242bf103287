// expect: true
// options: --property no-overflow
// A sum of ten bounded summands.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 200000000) x = 0;
        sum += x;
    }
    return sum > 0;
}
