// expect: false(unreach-call)
// The function's result is of no use, what it writes through its parameter is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int fetch(int *into) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i;
    *into = __VERIFIER_nondet_int();
    return sum;
}
int main(void) {
    int value = 0;
    fetch(&value);
    if (value == -9)
        reach_error();
    return 0;
}
