// expect: false(unreach-call)
// A number that is initialised with an address is one.
void reach_error(void);
static int x;
static unsigned long place = (unsigned long)&x;
int main(void)
{
    *(int *)place = 1;
    if (x == 1)
        reach_error();
    return 0;
}
