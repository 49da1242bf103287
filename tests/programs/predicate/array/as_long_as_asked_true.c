// expect: true
// An array whose length is known when the function runs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int middle(int n) {
    int values[n + 3];
    values[0] = n;
    values[1] = 7;
    values[n + 2] = n;
    return values[1];
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    int seven = middle(n);
    if (seven != 7)
        reach_error();
    return 0;
}
