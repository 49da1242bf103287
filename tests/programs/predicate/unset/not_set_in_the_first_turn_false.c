// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int last, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (i > 0 || __VERIFIER_nondet_int())
            sum += last & 1;
        last = i;
    }
    return sum;
}
