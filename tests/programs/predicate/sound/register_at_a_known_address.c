// expect: false(unreach-call)
// Two pointers that are initialised with one number.
void *mmap(void *, unsigned long, int, int, int, long);
void reach_error(void);
static int *control = (int *)0x20000000, *status = (int *)0x20000000;
int main(void)
{
    mmap((void *)0x20000000, 4096, 3, 0x32, -1, 0);
    *control = 1;
    *status = 2;
    if (*control == 2)
        reach_error();
    return 0;
}
