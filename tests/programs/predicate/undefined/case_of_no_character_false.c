// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
// The case of a number that is no character.
extern int toupper(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int letter = 2 * __VERIFIER_nondet_uchar();
    return toupper(letter) == 0;
}
