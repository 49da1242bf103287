// Arguments read until va_end, and again after va_start.
#include <stdarg.h>

static int first_two(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    first -= va_arg(list, int);
    va_end(list);
    va_start(list, count);
    first += va_arg(list, int);
    va_end(list);
    return first;
}

int main(void) { return first_two(2, 1, 1) != 1; }
