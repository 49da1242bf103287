// expect: false(unreach-call)
// The function that may go round for ever does not for all values that lead to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void hang_if(int condition) {
    if (condition)
        for (;;)
            ;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    hang_if(x > 30);
    if (x > 20)
        reach_error();
    return 0;
}
