// ++ and -- before and behind, on all types and places.
#include <stdio.h>

static int calls;
static int *next(void) {
    static int values[3] = {10, 20, 30};
    return &values[calls++];
}

int main(void) {
    int i = 5;
    printf("%d ", i++);
    printf("%d ", ++i);
    printf("%d ", i--);
    printf("%d\n", --i);
    int a[] = {1, 2, 3}, *p = a;
    int x = *p++;
    int y = ++*p;
    int z = (*p)++;
    printf("%d %d %d %d %d\n", x, y, z, *p, (int)(p - a));
    int w = *++p;
    int v = *--p;
    printf("%d %d %d\n", w, v, (int)(p - a));
    (*next())++;
    --*next();
    printf("%d %d\n", calls, *(next() - 2) + next()[-2]);
    unsigned char c = 255;
    printf("%d ", c++);
    printf("%d\n", c--);
    printf("%d\n", c);
    double d = 1.5;
    d++;
    printf("%g %g\n", d--, 0.0);
    struct { int n; char *s; } r = {1, "abc"};
    r.n++;
    ++r.s;
    printf("%d %s\n", r.n++, r.s++);
    printf("%d %s\n", r.n, r.s);
    _Bool b = 0;
    b++;
    b++;
    printf("%d\n", b);
    char text[] = "xyz", *q = text;
    while (*q) ++*q++;
    puts(text);
    return 0;
}
