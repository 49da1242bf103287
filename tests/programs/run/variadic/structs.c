// Records of several sizes and classes through `...`.
#include <stdarg.h>
#include <stdio.h>

struct tiny { char c; };
struct pair { int a, b; };
struct floats { float x, y, z; };
struct mixed { double d; long l; };
struct big { long a[5]; };
union either { int i; double d; };

static double total(int count, ...) {
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        struct tiny t = va_arg(list, struct tiny);
        struct pair p = va_arg(list, struct pair);
        struct floats f = va_arg(list, struct floats);
        struct mixed m = va_arg(list, struct mixed);
        struct big b = va_arg(list, struct big);
        int n = va_arg(list, int);
        union either e = va_arg(list, union either);
        sum += t.c + p.a * 10 + p.b + f.x + f.y + f.z + m.d + m.l + b.a[0] + b.a[4] + n + e.d;
        printf("%c %d %d %g %g %ld %ld %d %g\n", t.c, p.a, p.b, f.z, m.d, m.l, b.a[4], n, e.d);
    }
    va_end(list);
    return sum;
}

int main(void) {
    struct tiny t = {'t'};
    struct pair p = {1, 2};
    struct floats f = {0.5, 1.5, 2.5};
    struct mixed m = {1e3, 7};
    struct big b = {{1, 2, 3, 4, 5}};
    union either e = {.d = 0.25};
    printf("%g\n", total(2, t, p, f, m, b, 42, e, t, p, f, m, b, 43, e));
    return 0;
}
