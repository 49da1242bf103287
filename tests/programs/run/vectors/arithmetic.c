// GNU vectors: operators lane by lane, comparisons, subscripts, conversions.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));

static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static v4 add(v4 a, v4 b) { return a + b; }

int main(void) {
    v4 a = {1, 2, 3, 4}, b = {10, -20, 30, -40};
    show(add(a, b));
    show(a * b - 5);
    show(b / a);
    show(b % 7);
    show(a << 2 | 1);
    show(~a ^ b);
    show(a > 2);
    show(a == (v4){1, 0, 3, 0});
    show(-a);
    show(b >> 1);
    f4 f = {0.5f, 1.5f, 2.5f, -3.5f};
    f = f * f + 1;
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    b16 bytes = {250, 251};
    bytes += 10;
    printf("%d %d %d\n", bytes[0], bytes[1], bytes[15]);
    d2 d = {1, 2};
    d /= 4;
    l2 mask = d < 0.3;
    printf("%g %g %ld %ld\n", d[0], d[1], mask[0], mask[1]);
    a[2] = 99;
    a += b;
    show(a);
    v4 *p = &a;
    (*p)[0]++;
    show(*p);
    union { v4 v; int i[4]; } u = {.v = a};
    printf("%d\n", u.i[3]);
    show(__builtin_shuffle(a, (v4){3, 2, 1, 0}));
    show(__builtin_convertvector(f, v4));
    v4 list[2] = {a, b};
    show(list[1]);
    printf("%zu %zu\n", sizeof a, sizeof bytes);
    return 0;
}
