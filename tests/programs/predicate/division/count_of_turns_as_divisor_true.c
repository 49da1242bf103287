// expect: true
// options: --property no-division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long total = 0, count = 0;
    while (__VERIFIER_nondet_int()) {
        if (count < 1000000)
            count++;
        total = (total + 5) / count;
    }
    return 0;
}
