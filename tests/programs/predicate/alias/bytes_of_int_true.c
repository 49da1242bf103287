// expect: true
// A store to the low byte of an int through a char pointer changes the int.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() | 1u;
    unsigned char *bytes = (unsigned char *)&x;
    bytes[0] = 0;
    if (x % 256 != 0) reach_error();
    return 0;
}
