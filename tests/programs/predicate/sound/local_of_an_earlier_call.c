// expect: false(unreach-call)
// A local does not keep what it held in an earlier call.
void reach_error(void);
static void use(int is_first)
{
    int x, *p = &x, **pp = &p;
    if (is_first)
        **pp = 1;
    else if (**pp != 1)
        reach_error();
}
static void deeper(int n)
{
    volatile int room[64];
    room[n] = n;
    use(0);
}
int main(void)
{
    use(1);
    deeper(7);
    return 0;
}
