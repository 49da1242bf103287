// expect: false(unreach-call)
// options: -m32
int x;
void reach_error(void);
int main(void)
{
    int local, *p = &local, *q = (int *)0x40000000;
    if (p > q || &x > q)
        reach_error();
    return 0;
}
