// expect: false(no-overflow)
// options: --property no-overflow
// A counter is compared with what it may equal.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 2147483640;
    while (i <= n) i++;
    return i;
}
