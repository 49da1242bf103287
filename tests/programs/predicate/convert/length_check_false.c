// expect: false(unreach-call)
// A negative length passes the test.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void copy(unsigned length) {
    if (length > 64) reach_error();
}

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length > 64) return 0;
    copy((unsigned)length);
    return 0;
}
