// expect: false(unreach-call)
// options: -m32
// How large an address is nobody knows.
void reach_error(void);
static int x;
static unsigned place = (unsigned)&x;
int main(void)
{
    if (place > 0x40000000)
        reach_error();
    return 0;
}
