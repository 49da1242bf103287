// expect: true
// One shifted by a count below the width is a power of two, and not zero.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() & 31;
    unsigned int power = (unsigned int)(1u << count);
    if (power == 0) reach_error();
    return 0;
}
