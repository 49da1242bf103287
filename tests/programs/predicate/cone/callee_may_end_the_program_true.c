// expect: true
// What is called on the way ends the program whenever the error would follow.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void reach_error(void);
static void insist(int condition) {
    if (!condition)
        exit(1);
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x & 1;
    insist(y == 0);
    if (x % 2 != 0)
        reach_error();
    return 0;
}
