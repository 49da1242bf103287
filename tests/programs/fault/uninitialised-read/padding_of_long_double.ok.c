// The ten bytes of a long double, carried by scalars, in a struct and as an argument.
#include <stdarg.h>
#include <string.h>

struct pair { long double first, second; };

static struct pair swapped(struct pair pair) {
    struct pair result = { pair.second, pair.first };
    return result;
}

static int is_same(int count, ...) {
    va_list list;
    va_start(list, count);
    long double a = va_arg(list, long double), b = va_arg(list, long double);
    va_end(list);
    return memcmp(&a, &b, 10) == 0;
}

int main(void) {
    static long double a = 1.5L;
    long double b = a, c;
    memset(&c, 0, sizeof c);
    c = b;
    struct pair pair = swapped((struct pair){ a, 2.5L });
    return memcmp(&a, &b, 10) != 0 || memcmp(&a, &c, sizeof a) != 0 || memcmp(&a, &pair.second, 10) != 0
           || !is_same(2, pair.second, c);
}
