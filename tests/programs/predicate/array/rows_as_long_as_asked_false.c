// expect: false(unreach-call)
// Rows of a length that is known when the function runs: which elements are the same depends on it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 4)
        return 0;
    int table[2][n];
    int *flat = &table[0][0];
    for (int i = 0; i < 2 * n; i++)
        flat[i] = 0;
    table[1][0] = 5;
    if (flat[3] == 5)
        reach_error();
    return 0;
}
