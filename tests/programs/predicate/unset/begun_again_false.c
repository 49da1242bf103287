// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
// In each turn the object is a new one, or the same without a value.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        sum += x;
    }
    return sum;
}
