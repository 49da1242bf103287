// expect: false(unreach-call)
// The rounding adds eight instead of seven: a multiple of eight is taken one further.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size <= 4294967280u);
    unsigned aligned = (size + 8) & ~7u;
    if (aligned < size || aligned - size >= 8 || aligned % 8 != 0) reach_error();
    return 0;
}
