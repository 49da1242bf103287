// On i386 a va_list is a pointer to the next argument, and a function that is given one has a copy.
#include <stdarg.h>
#include <stdio.h>

struct record { int a; double d; long long l; char c; };

static int by_hand(int n, ...)
{
    va_list list;
    va_start(list, n);
    int sum = 0;
    for (char *p = list; n--; p += 4)
        sum += *(int *)p;
    va_end(list);
    return sum;
}

static void mixed(int n, ...)
{
    va_list list;
    va_start(list, n);
    long long a = va_arg(list, long long);
    double b = va_arg(list, double);
    struct record s = va_arg(list, struct record);
    char *text = va_arg(list, char *);
    long double skipped = va_arg(list, long double);
    (void)skipped;
    printf("%lld %g %d %g %lld %c %s %ld\n", a, b, s.a, s.d, s.l, s.c, text, va_arg(list, long));
    va_end(list);
}

static int first(va_list list) { return va_arg(list, int); }
static int next(va_list *list) { return va_arg(*list, int); }

static int copies(int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    n += va_arg(list, int);
    va_copy(copy, list);
    n = n * 10 + first(list);
    n = n * 10 + first(list);
    n = n * 10 + next(&copy);
    n = n * 10 + next(&copy);
    vprintf("%d %d\n", copy);
    vprintf("%d %d\n", copy);
    va_end(copy);
    va_end(list);
    return n;
}

int main(void)
{
    printf("%d\n", by_hand(4, 1, 2, 3, 4));
    mixed(0, 1LL << 40, 2.5, (struct record){1, 2.5, -3, 'x'}, "text", 1.5L, 77L);
    printf("%d\n", copies(0, 1, 2, 3, 4, 5));
    return 0;
}
