// Constants of type long double, as <float.h> has them, rounded to double and float.
#include <float.h>
#include <stdio.h>

int main(void) {
    printf("%a %a %a\n", DBL_EPSILON, DBL_MAX, DBL_MIN);
    printf("%a %a\n", DBL_TRUE_MIN, (double)FLT_TRUE_MIN);
    printf("%a %a\n", (double)2.2250738585072014e-308L, (double)4.9406564584124654e-324L);
    printf("%a %a\n", (double)2.4703282292062327e-324L, (double)2.4703282292062328e-324L);
    printf("%a %a %a\n", (double)1e-320L, (double)1.7976931348623157e308L, (double)1e400L);
    printf("%a %a\n", (double)9007199254740993.0L, (double)-0.0L);
    float a = 1e-45L, b = 3.4028235e38L, c = 3.5e38L, d = 16777217.0L, e = 16777219.0L;
    printf("%a %a %a %a %a\n", a, b, c, d, e);
    static double s = 0.1L;
    printf("%a\n", s);
    return 0;
}
