// More arguments read than passed.
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    while (count--)
        total += va_arg(list, int); // FAULT
    va_end(list);
    return total;
}

int main(void) { return sum(3, 1, 2) > 0; }
