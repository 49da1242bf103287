// expect: false(unreach-call)
// Locals of two calls may lie at one address: as numbers these are equal.
void reach_error(void);
static unsigned long first(void) { int x; return (unsigned long)&x; }
static unsigned long second(void) { int y; return (unsigned long)&y; }
int main(void)
{
    unsigned long a = first(), b = second();
    if (a == b)
        reach_error();
    return 0;
}
