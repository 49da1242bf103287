// expect: false(unreach-call)
// It is believed that it does not.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() | 1u;
    unsigned char *bytes = (unsigned char *)&x;
    bytes[0] = 0;
    if (x % 256 == 0) reach_error();
    return 0;
}
