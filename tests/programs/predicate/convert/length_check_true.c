// expect: true
// A length is tested against both ends before it becomes unsigned.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void copy(unsigned length) {
    if (length > 64) reach_error();
}

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 64) return 0;
    copy((unsigned)length);
    return 0;
}
