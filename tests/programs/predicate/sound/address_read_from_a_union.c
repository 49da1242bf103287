// expect: false(unreach-call)
// A local's address read as a number differs from call to call.
void reach_error(void);
union both { int *pointer; unsigned long number; };
static unsigned long here(void)
{
    int x;
    union both u;
    u.pointer = &x;
    return u.number;
}
static unsigned long deeper(void)
{
    volatile int room[16];
    room[0] = 0;
    return here() + room[0];
}
int main(void)
{
    if (here() != deeper())
        reach_error();
    return 0;
}
