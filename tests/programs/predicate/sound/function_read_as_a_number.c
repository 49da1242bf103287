// expect: false(unreach-call)
// options: -m32
// The address of a function, through a pointer to what holds it.
void reach_error(void);
static void f(void) {}
union both { void (*function)(void); unsigned number; };
static unsigned number(union both *both)
{
    return both->number;
}
int main(void)
{
    union both both;
    both.function = f;
    if (number(&both) > 0x40000000)
        reach_error();
    return 0;
}
