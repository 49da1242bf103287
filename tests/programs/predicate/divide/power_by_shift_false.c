// expect: false(unreach-call)
// One shifted by up to 31 does not fit into a short.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() & 31;
    unsigned short power = (unsigned short)(1u << count);
    if (power == 0) reach_error();
    return 0;
}
