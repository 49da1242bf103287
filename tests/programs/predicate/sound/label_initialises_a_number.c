// expect: false(unreach-call)
// options: -m32
void reach_error(void);
static unsigned read(unsigned *at)
{
    return *at;
}
int main(void)
{
    static unsigned table[1] = {(unsigned)&&end};
    if (read(table) > 0x40000000)
        reach_error();
end:
    return 0;
}
