// SANITIZERS: blind
// An argument read after va_end.
#include <stdarg.h>

static int first_two(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    va_end(list);
    return first - va_arg(list, int); // FAULT
}

int main(void) { return first_two(2, 1, 1); }
