// Rounding to nearest even, subnormals, limits of both precisions.
// WIDE: shifts a `long` by 32 bits and more
#include <float.h>
#include <stdio.h>

int main(void) {
    double eps = 1;
    while (1 + eps / 2 != 1) eps /= 2;
    float feps = 1;
    while ((float)(1 + feps / 2) != 1) feps /= 2;
    printf("%d %d\n", eps == DBL_EPSILON, feps == FLT_EPSILON);
    printf("%.17g %.9g\n", DBL_MAX, FLT_MAX);
    printf("%.17g %.9g\n", DBL_MIN, FLT_MIN);
    double tiny = DBL_MIN;
    int n = 0;
    while (tiny > 0) tiny /= 2, n++;
    printf("%d\n", n);
    float f = FLT_MIN;
    for (n = 0; f > 0; n++) f *= 0.5f;
    printf("%d\n", n);
    printf("%.17g %.17g\n", 1 + DBL_EPSILON / 2, 1 + DBL_EPSILON * 0.75);
    printf("%.9g %.9g\n", 16777216.f + 1.f, 16777218.f + 1.f);
    printf("%.17g\n", (double)(0.1f + 0.2f));
    printf("%.17g\n", 1e16 + 1);
    printf("%d\n", (float)0.1 == 0.1f);
    printf("%.17g\n", 0.1 * 3 - 0.3);
    unsigned long big = 0xffffffffffffffff;
    printf("%.1f %.1f\n", (double)big, (float)big);
    printf("%.1f\n", (float)(0x8000008000000001));
    printf("%lu\n", (unsigned long)(float)(1ul << 63));
    int i = 1 << 24 | 1;
    float g = i;
    g += i;
    printf("%.1f\n", g);
    printf("%d\n", DBL_DIG + FLT_DIG);
    return 0;
}
