// expect: false(unreach-call)
// An exchange that fails yields what it found.
void reach_error(void);
static int x, y, *held = &x;
int main(void)
{
    int *expected = &y;
    if (!__atomic_compare_exchange_n(&held, &expected, &y, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        *expected = 7;
    if (x == 7)
        reach_error();
    return 0;
}
