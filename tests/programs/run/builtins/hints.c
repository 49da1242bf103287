// expect, constant_p, unreachable that is not reached, prefetch, assume_aligned, offsetof.
#include <stdio.h>

struct s { char a; struct { int x, y[3]; } b[2]; };

static int sign(int x) {
    if (__builtin_expect(x < 0, 0)) return -1;
    return __builtin_expect(!!x, 1);
}

static const char *name(int n) {
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    default: __builtin_unreachable();
    }
}

int main(void) {
    printf("%d %d %d\n", sign(-4), sign(0), sign(9));
    printf("%s %s\n", name(0), name(1));
    printf("%d %d\n", __builtin_constant_p(5 + 3), __builtin_constant_p("text"));
    int i = 1;
    printf("%zu %zu\n", __builtin_offsetof(struct s, b[1].y[2]), __builtin_offsetof(struct s, b[i].x));
    int a[16];
    int *p = __builtin_assume_aligned(a, 4);
    __builtin_prefetch(p);
    *p = 3;
    printf("%d\n", a[0]);
    printf("%ld\n", __builtin_expect_with_probability(i, 1, 0.9));
    printf("%d\n", __builtin_object_size(&i, 2) > 1000);
    int line = __LINE__;
    printf("%d\n", line > 10);
    return 0;
}
