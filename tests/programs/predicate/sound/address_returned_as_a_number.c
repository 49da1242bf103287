// expect: false(unreach-call)
// options: -m32
// A struct of a pointer is returned as one of a number.
void reach_error(void);
static int x;
struct pointer { int *it; };
struct number { unsigned it; };
union both { struct pointer pointer; struct number number; };
static struct number place(void)
{
    union both both;
    both.pointer.it = &x;
    return both.number;
}
int main(void)
{
    struct number number = place();
    if (number.it > 0x40000000)
        reach_error();
    return 0;
}
