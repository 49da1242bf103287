// RUN: integers in formats: every flag, width, precision and length
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    const char *flags[] = {"", "-", "+", " ", "#", "0", "-0", "+ ", "+0", "#0", "-#", " 0", "'"};
    const char *widths[] = {"", "1", "8", "15"}, *precisions[] = {"", ".", ".0", ".1", ".6"};
    const char conversions[] = "diuoxX";
    int values[] = {0, 1, -1, 42, INT_MAX, INT_MIN};
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (int w = 0; w < 4; w++)
            for (int p = 0; p < 5; p++)
                for (int c = 0; c < 6; c++) {
                    char format[32];
                    sprintf(format, "%%%s%s%s%c|", flags[f], widths[w], precisions[p], conversions[c]);
                    for (int v = 0; v < 6; v++)
                        printf(format, values[v]);
                    printf(" %s\n", format);
                }
    printf("%hhd %hhu %hd %hu %hhx\n", 300, 300, 70000, 70000, -1);
    printf("%ld %lu %lld %llu %lx\n", LONG_MIN, ULONG_MAX, LLONG_MIN, ULLONG_MAX, -1L);
    printf("%zu %zd %td %jd %ju %qd %Ld\n", sizeof(long), (size_t)-1, (ptrdiff_t)-5, (intmax_t)-6, (uintmax_t)7, 8LL, 9LL);
    printf("%" PRId64 " %" PRIu8 " %" PRIxPTR "\n", (int64_t)-1, (uint8_t)200, (uintptr_t)255);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%.*d]\n", 6, 42, 6, 42, -6, 42, 4, 42, -4, 42);
    signed char small = -5;
    unsigned short big = 65535;
    _Bool truth = 1;
    enum { RED, GREEN } colour = GREEN;
    printf("%d %d %d %d\n", small, big, truth, colour);
    return printf("%5d\n", 12);
}
