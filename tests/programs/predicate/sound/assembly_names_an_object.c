// expect: false(unreach-call)
// Assembly that clobbers memory may write an object that it names.
void reach_error(void);
int counter;
int main(void)
{
    __asm__ volatile("movl $1, counter(%%rip)" ::: "memory");
    if (counter == 1)
        reach_error();
    return 0;
}
