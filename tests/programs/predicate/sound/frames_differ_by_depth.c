// expect: false(unreach-call)
// A local of one function lies elsewhere when the stack is deeper.
void reach_error(void);
static unsigned long here(void) { int x; return (unsigned long)&x; }
static unsigned long deeper(int n)
{
    volatile int room[16];
    room[0] = n;
    return here() + room[0];
}
int main(void)
{
    unsigned long a = here(), b = deeper(0);
    if (a != b)
        reach_error();
    return 0;
}
