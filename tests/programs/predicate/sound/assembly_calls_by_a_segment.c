// expect: false(unreach-call)
// Behind a label, an instruction calls what a segment holds: it may be anything, a function of the program too.
void reach_error(void);
static int count;
__attribute__((used, noinline)) void bump(void) { count = 1; }
int main(void)
{
    __asm__ volatile("1: call *%%gs:16" ::: "memory");
    if (count == 1)
        reach_error();
    return 0;
}
