// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
extern int __VERIFIER_nondet_int(void);

static void read_one(int *to) {
    if (__VERIFIER_nondet_int() != 99)
        *to = 1;
}

int main(void) {
    int number;
    read_one(&number);
    return number;
}
