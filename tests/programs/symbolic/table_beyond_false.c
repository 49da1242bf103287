// expect: false(valid-deref)
// A table that is looked into behind its end.
extern unsigned char __VERIFIER_nondet_uchar(void);

static const short table[255];

int main(void) {
    const short *p = table;
    return p[__VERIFIER_nondet_uchar()];
}
