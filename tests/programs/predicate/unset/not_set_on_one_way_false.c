// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int() != 1234567)
        x = 1;
    return x;
}
