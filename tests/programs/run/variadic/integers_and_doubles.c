// Variable arguments after the default promotions.
#include <stdarg.h>
#include <stdio.h>

static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    while (count--) total += va_arg(list, int);
    va_end(list);
    return total;
}

static double mixed(const char *types, ...) {
    va_list list;
    va_start(list, types);
    double total = 0;
    for (; *types; types++) {
        switch (*types) {
        case 'i': total += va_arg(list, int); break;
        case 'u': total += va_arg(list, unsigned); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += va_arg(list, double); break;
        case 's': total += va_arg(list, char *)[0]; break;
        case 'p': total += *va_arg(list, int *); break;
        }
    }
    va_end(list);
    return total;
}

int main(void) {
    printf("%ld %ld %ld\n", sum(0), sum(1, 5), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, -10));
    char c = -1;
    short s = 300;
    float f = 1.5f;
    int n = 1000;
    printf("%ld\n", sum(3, c, s, 'a'));
    printf("%g\n", mixed("idld", 1, 2.5, 3L, f));
    printf("%g\n", mixed("sspu", "A", "B", &n, 4000000000u));
    printf("%g\n", mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 0.5));
    printf("%g\n", mixed("lililili", 1L, 2, 3L, 4, 5L, 6, 7L, 8));
    return 0;
}
