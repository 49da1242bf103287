// expect: false(unreach-call)
void reach_error(void);
struct base { int kind; };
struct derived { struct base base; int value; };
static int value(struct base *base)
{
    return base->kind ? ((struct derived *)base)->value : 0;
}
int main(void)
{
    struct derived derived = {{1}, 5};
    struct base base = {0};
    if (value(&derived.base) + value(&base) == 5)
        reach_error();
    return 0;
}
