// An argument read as another type.
#include <stdarg.h>

static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    double total = 0;
    while (count--)
        total += va_arg(list, double); // FAULT
    va_end(list);
    return total;
}

int main(void) { return sum(2, 1.5, 2) > 0; }
