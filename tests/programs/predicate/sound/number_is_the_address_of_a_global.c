// expect: false(unreach-call)
// options: -m32
// Objects with names may lie in the upper half of 32 bits.
void reach_error(void);
int g;
int main(void)
{
    unsigned long n = (unsigned long)&g;
    if (n >= 0x50000000u && (int *)n == &g)
        reach_error();
    return 0;
}
