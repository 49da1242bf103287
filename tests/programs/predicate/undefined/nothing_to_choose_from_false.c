// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern int evercheck_choose(int, int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    return evercheck_choose(5, __VERIFIER_nondet_uchar());
}
