// expect: true
// options: --property no-undefined-behaviour
// Every unsigned char has a case, and so has EOF.
extern int toupper(int), tolower(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int letter = __VERIFIER_nondet_uchar();
    return toupper(letter) == 0 || tolower(letter - 1) == 0;
}
