// expect: false(unreach-call)
void reach_error(void);
static int x;
struct value { int tag; union { int number; int *pointer; } is; };
static void set(struct value *value)
{
    if (value->tag)
        *value->is.pointer = 3;
    else
        value->is.number = 3;
}
int main(void)
{
    struct value a = {1}, b = {0};
    a.is.pointer = &x;
    set(&a);
    set(&b);
    if (x == 3 && b.is.number == 3)
        reach_error();
    return 0;
}
