// expect: false(unreach-call)
// The successor of the largest unsigned int is 0.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    if (u + 1 <= u) reach_error();
    return 0;
}
