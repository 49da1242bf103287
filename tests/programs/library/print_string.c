// RUN: formatted output into memory, cut off where it does not fit, and through va_list
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vprintf(format, list);
    va_end(list);
    return count;
}
static int twice(char *out, size_t size, const char *format, ...)
{
    va_list list, copy;
    va_start(list, format);
    va_copy(copy, list);
    int count = vsnprintf(NULL, 0, format, list);
    vsnprintf(out, size, format, copy);
    va_end(copy);
    va_end(list);
    return count;
}
static char *make(const char *format, ...)
{
    va_list list;
    char *text;
    va_start(list, format);
    int count = vasprintf(&text, format, list);
    va_end(list);
    return count < 0 ? NULL : text;
}
static void after_two(int count, ...)
{
    va_list list;
    va_start(list, count);
    int a = va_arg(list, int);
    double b = va_arg(list, double);
    printf("%d %g, then ", a, b);
    vfprintf(stdout, "%s %ld %c\n", list);
    va_end(list);
}

int main(void)
{
    char out[16], *text;
    memset(out, '#', sizeof out);
    printf("%d %s\n", sprintf(out, "%d-%s", 42, "abc"), out);
    printf("%d [%s]\n", snprintf(out, 5, "%s", "truncated"), out);
    printf("%d [%s]\n", snprintf(out, 1, "%s", "truncated"), out);
    printf("%d\n", snprintf(NULL, 0, "%d %s", 123, "measured"));
    printf("%d\n", snprintf(out, sizeof out, "%s", "fits"));
    print("%s %d %g %c\n", "variadic", 1, 2.5, 'x');
    printf("%d %s\n", twice(out, sizeof out, "%s=%d", "key", 7), out);
    printf("%d %s\n", twice(out, 6, "%2$s %1$s", "one", "two"), out);
    text = make("%s-%05d", "made", 42);
    printf("%s %zu\n", text, strlen(text));
    free(text);
    printf("%d", asprintf(&text, "%x", 255));
    printf(" %s\n", text);
    free(text);
    after_two(5, 1, 2.5, "three", 4L, '5');
    return 0;
}
