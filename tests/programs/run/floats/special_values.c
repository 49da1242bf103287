// Infinities, NaN and minus zero, made without library functions.
#include <stdio.h>

int main(void) {
    double zero = 0.0, inf = 1 / zero, nan = zero / zero;
    printf("%g %g\n", inf, -inf);
    printf("%d %d %d\n", nan == nan, nan != nan, nan < nan);
    printf("%d %d %d %d\n", nan < 1, nan > 1, nan <= 1, !(nan >= 1));
    printf("%d %d\n", inf > 1e308, -inf < -1e308);
    printf("%d %g %g\n", -zero == zero, 1 / -zero, 1 / zero);
    double d = inf - inf;
    printf("%d\n", d != d);
    printf("%g %g %g\n", inf + 1, inf * -2, 1 / inf);
    printf("%g %g\n", 1e308 * 10, 1e-320);
    printf("%g\n", 5e-324 / 2);
    printf("%d\n", nan ? 1 : 0);
    printf("%d %d\n", !nan, nan && 1);
    printf("%d %d %d\n", __builtin_isnan(nan), __builtin_isinf(inf), __builtin_isfinite(1.0));
    printf("%d %d\n", !!__builtin_signbit(-zero), !!__builtin_signbit(zero));
    printf("%d %d\n", __builtin_isunordered(nan, 1.0), __builtin_isless(1.0, nan));
    printf("%g %g\n", __builtin_inf(), __builtin_fabs(-2.5));
    float f = 3.4e38f;
    printf("%g\n", (double)(f + f));
    return 0;
}
