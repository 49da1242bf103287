// expect: false(unreach-call)
// A pointer lies where another type has a number.
void reach_error(void);
static int x;
struct one { int *pointer; long number; };
struct other { long number; int *pointer; };
int main(void)
{
    struct one one = {&x, 0};
    struct other *other = (struct other *)&one;
    long kept = other->number;
    other->number = 0;
    one.number = kept;
    *other->pointer = 7;
    if (x == 7)
        reach_error();
    return 0;
}
