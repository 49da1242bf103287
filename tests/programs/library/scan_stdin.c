// RUN: formatted input from standard input, mixed with other reading
// INPUT: 3 1.5 word\n10 20 30\nname: Ada Lovelace\nx 7\n
#include <stdarg.h>
#include <stdio.h>

static int scan(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vscanf(format, list);
    va_end(list);
    return count;
}

int main(void)
{
    int n, sum = 0, x;
    double d;
    char word[16], line[64];
    printf("%d", scanf("%d %lf %15s", &n, &d, word));
    printf(" %d %g %s\n", n, d, word);
    while (n-- > 0 && scanf("%d", &x) == 1)
        sum += x;
    printf("%d %d\n", sum, getchar());
    printf("%d", fscanf(stdin, "name: %[^\n]", line));
    printf(" [%s]\n", line);
    printf("%d\n", scanf("%d", &x));
    printf("%d", scan(" %c %d", word, &x));
    printf(" %c %d\n", word[0], x);
    printf("%d", scanf(" "));
    printf(" %d", scanf("%d", &x));
    printf(" %d\n", feof(stdin) != 0);
    return 0;
}
