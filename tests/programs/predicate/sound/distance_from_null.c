// expect: false(unreach-call)
// options: -m32
int x;
void reach_error(void);
int main(void)
{
    if ((unsigned)((char *)&x - (char *)0) > 0x40000000)
        reach_error();
    return 0;
}
