// More parameters than registers, of all kinds, and their addresses.
#include <stdio.h>

struct wide { long a, b, c; };

static long sum(char a, short b, int c, long d, unsigned char e, float f, double g, int h, long i, short j,
                struct wide k, int l, const char *m, _Bool n, int *o) {
    *o += 1;
    return a + b + c + d + e + (long)f + (long)g + h + i + j + k.a + k.b + k.c + l + m[0] + n + *o;
}

static int changed(int a, int b) {
    int *p = &a;
    *p = 10;
    b += a;
    return a * b;
}

static int unnamed(int a, int __attribute__((unused)) b, int c) { return a + c; }
static int nothing(void) { return 1; }

int main(void) {
    int o = 1;
    struct wide k = {100, 200, 300};
    printf("%ld %d\n", sum(-1, 300, 70000, 5000000000, 255, 1.5f, 2.9, -7, 1, -32768, k, 9, "A", 5, &o), o);
    int x = 3;
    printf("%d %d\n", changed(x, x), x);
    printf("%d %d\n", unnamed(1, 2, 3), nothing());
    printf("%d\n", unnamed('a', 2.9, 300L));
    return 0;
}
