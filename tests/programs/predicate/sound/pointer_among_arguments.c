// expect: false(unreach-call)
#include <stdarg.h>
void reach_error(void);
static void set(va_list list)
{
    int **at = va_arg(list, int **);
    **at = 6;
}
static void pass(int count, ...)
{
    va_list list;
    va_start(list, count);
    set(list);
    va_end(list);
}
int main(void)
{
    int x = 0, *p = &x;
    pass(1, &p);
    if (x == 6)
        reach_error();
    return 0;
}
