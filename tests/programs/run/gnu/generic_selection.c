// _Generic, __builtin_choose_expr and __builtin_types_compatible_p.
// WIDE: chooses by the size of `long`
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", int: "int", long: "long", float: "float", double: "double", \
    char *: "char *", const char *: "const char *", int *: "int *", void *: "void *", default: "?")
#define ABS(x) _Generic((x), int: abs_int, double: abs_double, default: abs_long)(x)
#define IS(x, type) __builtin_types_compatible_p(typeof(x), type)

static int abs_int(int x) { return x < 0 ? -x : x; }
static long abs_long(long x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }

struct s { int x; };

int main(void) {
    char c = 0;
    const int k = 1;
    int a[3];
    printf("%s %s %s %s %s\n", NAME(c), NAME(k), NAME(1L), NAME(1.f), NAME(1.));
    printf("%s %s %s %s\n", NAME("s"), NAME((const char *)0), NAME(a), NAME(&k));
    printf("%s %s\n", NAME((void *)0), NAME(c + c));
    printf("%d %ld %g\n", ABS(-5), ABS(-5L), ABS(-2.5));
    printf("%d %d %d\n", IS(c, char), IS(c, int), IS(k, int));
    printf("%d %d\n", IS(a, int[3]), IS(a, int *));
    printf("%d\n", __builtin_choose_expr(sizeof(long) == 8, 64, "not"));
    printf("%s\n", __builtin_choose_expr(IS(c, int), 1 / 0, "chosen"));
    printf("%d\n", _Generic((struct s){5}, struct s: 1, default: 0));
    int n = 0;
    printf("%d %d\n", _Generic(n++, int: n, default: 9), n);
    _Static_assert(sizeof(int) == 4, "int has four bytes");
    return 0;
}
