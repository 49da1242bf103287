// expect: false(unreach-call)
// They do not contradict each other for unsigned numbers that wrap.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < y);
    __VERIFIER_assume(y + 1 < x + 1);
    __VERIFIER_error();
    return 0;
}
