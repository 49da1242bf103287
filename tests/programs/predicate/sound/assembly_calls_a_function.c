// expect: false(unreach-call)
void reach_error(void);
static int count;
__attribute__((used, noinline)) void bump(void)
{
    count = 1;
}
int main(void)
{
    __asm__ volatile("call bump" ::: "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
    if (count == 1)
        reach_error();
    return 0;
}
