// expect: false(unreach-call)
// Two pointers to one address that is given as a number.
void *mmap(void *, unsigned long, int, int, int, long);
void reach_error(void);
int main(void)
{
    mmap((void *)0x10000000, 4096, 3, 0x32, -1, 0);
    int *p = (int *)0x10000000, *q = (int *)0x10000000;
    *p = 1;
    *q = 2;
    if (*p == 2)
        reach_error();
    return 0;
}
