// Floating constants in all spellings.
#include <stdio.h>

int main(void) {
    printf("%g %g %g %g %g\n", 1., .5, 1e3, 1E-3, 1.5e+2);
    printf("%g %g %g\n", 0x1p3, 0x1.8p1, 0x.8p-1);
    printf("%.9g %.17g %zu %zu\n", 0.1f, 0.1, sizeof 1.0f, sizeof 1.0);
    printf("%.17g %.17g\n", 123456789012345678.0, 1.7976931348623157e308);
    printf("%.17g %.17g\n", 2.2250738585072014e-308, 4.9406564584124654e-324);
    printf("%.9g\n", 1.17549435e-38f);
    printf("%.17g\n", 9007199254740993.0);
    printf("%.9g\n", 16777217.0f);
    printf("%.17g\n", 0.1 + 0.2f);
    return 0;
}
