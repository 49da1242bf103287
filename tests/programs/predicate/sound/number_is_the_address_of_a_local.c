// expect: false(unreach-call)
// options: -m32
// The stack may lie at the end of 32 bits.
void reach_error(void);
int main(void)
{
    int here = 1;
    unsigned long n = (unsigned long)&here;
    if (n >= 0xf0000000u && (int *)n == &here)
        reach_error();
    return 0;
}
