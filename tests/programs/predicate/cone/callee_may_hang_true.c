// expect: true
// A function that goes round for ever whenever the error would follow.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void hang_if(int condition) {
    if (condition)
        for (;;)
            ;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    hang_if(x > 10);
    if (x > 20)
        reach_error();
    return 0;
}
