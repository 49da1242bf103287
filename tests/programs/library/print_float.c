// RUN: floating numbers in formats, exact to the last digit at any precision
#include <math.h>
#include <stdio.h>

int main(void)
{
    const char *flags[] = {"", "-", "+", " ", "#", "0", "+0", "#0", "-#"};
    const char *widths[] = {"", "12", "25"}, *precisions[] = {"", ".0", ".1", ".3", ".17", ".40"};
    const char conversions[] = "eEfFgGaA";
    volatile double zero = 0;
    double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 3.5, 0.5, 123456789.0, 1e15, 1e16, 1e-5, 0.0001, 999999.5, 9.9999995,
                       1e100, 0x1.fffffffffffffp1023, 0x1p-1022, 4.9e-324, 1 / 3.0, INFINITY, -INFINITY, NAN, 1 / zero, 0.09999999, 1e22, 1e23};
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (int w = 0; w < 3; w++)
            for (int p = 0; p < 6; p++)
                for (int c = 0; c < 8; c++) {
                    char format[32];
                    sprintf(format, "%%%s%s%s%c|", flags[f], widths[w], precisions[p], conversions[c]);
                    for (unsigned v = 0; v < sizeof values / sizeof *values; v++)
                        printf(format, values[v]);
                    printf(" %s\n", format);
                }
    printf("%.1100f\n", 4.9e-324);
    printf("%.800e\n", 0x1p-1022);
    printf("%.0f %.0f %.0f %.0f %.2f %.2f %.1f\n", 0.5, 1.5, 2.5, 1e300, 0.125, 0.375, 0.25);
    printf("%.0e %.0e %.3g %.3g %g %g\n", 2.5, 3.5, 1234.5, 0.00012345, 100000.0, 1000000.0);
    printf("%f %lf %.2f\n", 1.5f, 2.5, (float)0.1);
    printf("%.0a %.1a %.2a %.13a %.20a %#.0a\n", 1.5, 1.96875, 1.99, 0.1, 0.1, 1.0);
    printf("%*.*f|%-*.*e|\n", 12, 3, 3.14159, 14, 2, 31415.9);
    return 0;
}
