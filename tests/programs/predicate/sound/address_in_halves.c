// expect: false(unreach-call)
// An address taken apart and put together again.
void reach_error(void);
static unsigned halves[2];
int main(void)
{
    int x = 0;
    unsigned long address = (unsigned long)&x;
    halves[0] = (unsigned)address;
    halves[1] = (unsigned)(address >> 16 >> 16);
    int *p = (int *)(((unsigned long)halves[1] << 16 << 16) | halves[0]);
    *p = 3;
    if (x == 3)
        reach_error();
    return 0;
}
