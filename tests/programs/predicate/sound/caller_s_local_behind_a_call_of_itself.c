// expect: false(unreach-call)
// A local of the caller is written through a pointer, behind the call of itself.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void set(int n, int *to)
{
    if (n <= 0)
        return;
    set(n - 1, to);
    *to = 1;
}
int main(void)
{
    int local = 0;
    set(__VERIFIER_nondet_int() % 3, &local);
    if (local == 1)
        reach_error();
    return 0;
}
