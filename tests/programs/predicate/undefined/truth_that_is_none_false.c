// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern unsigned char __VERIFIER_nondet_uchar(void);

union {
    unsigned char byte;
    _Bool truth;
} both;

int main(void) {
    both.byte = __VERIFIER_nondet_uchar();
    return both.truth;
}
