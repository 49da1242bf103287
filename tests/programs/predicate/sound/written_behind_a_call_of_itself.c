// expect: false(unreach-call)
// A global is written behind the call of itself.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int last;
static void down(int n)
{
    if (n <= 0)
        return;
    down(n - 1);
    last = 1;
}
int main(void)
{
    down(__VERIFIER_nondet_int() % 3);
    if (last == 1)
        reach_error();
    return 0;
}
