// Between integers and floating types: truncation to zero, rounding to even.
// WIDE: converts to a `long` of 64 bits
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    double values[] = {0.0, 0.9, -0.9, 1.5, -1.5, 2.5, 1e9, -1e9, 127.99};
    for (int i = 0; i < 9; i++)
        printf("%d %ld %lld ", (int)values[i], (long)values[i], (long long)values[i]);
    puts("");
    printf("%d %d %u\n", (signed char)-100.7, (unsigned char)200.9, (unsigned)4294967295.0);
    printf("%lu %lu\n", (unsigned long)1e19, (unsigned long)9223372036854775808.0);
    printf("%.1f %.1f\n", (double)LONG_MAX, (double)ULONG_MAX);
    printf("%.1f %.1f\n", (double)(1L << 53), (double)((1L << 53) + 1));
    printf("%.1f %.1f\n", (float)16777217, (float)16777219);
    printf("%.1f %.1f\n", (double)(float)UINT_MAX, (double)(float)INT_MIN);
    printf("%.1f\n", (float)0x7fffff4000000001l);
    printf("%.1f\n", (double)(float)1e10);
    int n = 3.99f;
    n += 0.5;
    printf("%d\n", n);
    float f = 16777216;
    f += 1;
    printf("%.1f\n", f);
    f = 1e38f;
    printf("%g\n", f * 10);
    printf("%d\n", (int)(_Bool)0.3);
    uint64_t big = 0xfffffffffffff800;
    printf("%.1f %d\n", (double)big, (uint64_t)(double)big == big);
    printf("%d\n", (int)2147483647.5);
    printf("%d %d\n", (int)-2147483648.9, (int)-0.0);
    char c = 65.9;
    printf("%c\n", c);
    return 0;
}
