// Single and double precision: each operation rounds to its own type.
#include <stdio.h>

int main(void) {
    double a = 0.1, b = 0.2;
    float f = 0.1f, g = 0.2f;
    printf("%.17g %.17g %.17g %.17g\n", a + b, a - b, a * b, a / b);
    printf("%.9g %.9g %.9g %.9g\n", f + g, f - g, f * g, f / g);
    printf("%d %d\n", a + b == 0.3, f + g == 0.3f);
    printf("%.17g %.17g\n", f * a, (double)f);
    printf("%.9g\n", (float)a);
    float third = 1.0f / 3;
    double third_wide = 1.0 / 3;
    printf("%d %.9g %.17g\n", third == third_wide, third, third_wide);
    float sum = 0;
    for (int i = 0; i < 1000; i++) sum += 0.1f;
    printf("%.9g\n", sum);
    double total = 0;
    for (int i = 1; i <= 100; i++) total += 1.0 / i;
    printf("%.17g\n", total);
    printf("%.17g %.17g\n", -a, +b);
    printf("%d %g\n", 7 / 2, 7 / 2.0);
    printf("%a %a\n", 0.1, 0.1f);
    return 0;
}
