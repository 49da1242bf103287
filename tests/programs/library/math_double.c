// RUN: math.h on doubles, to the last bit
// WIDE: the last bits of glibc's functions are others in 32 bits
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define ONE(f) one(#f, f)
static const double values[] = {0.0,  -0.0, 0.5,  -0.5, 1.0,   -1.0,  1.5,   2.5,      -2.5,     3.7,     0.1,
                                10.0, 27.0, 100., 1e-8, 1e-10, 1e300, -1e300, 4.9e-324, 0x1p1023, 709.9,   -745.5,
                                1e10, 2.0,  8.5,  -3.3, 0.999, 1.001, 0.49999999999999994, 4503599627370497.5, INFINITY, -INFINITY};
#define COUNT (sizeof values / sizeof *values)

static void one(const char *name, double (*f)(double))
{
    for (unsigned i = 0; i < COUNT; i++) {
        errno = 0;
        double y = f(values[i]);
        printf("%s %a: %a %d\n", name, values[i], y, errno);
    }
    printf("%s nan: %f\n", name, f(NAN));
}
static void two(const char *name, double (*f)(double, double))
{
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned j = 0; j < COUNT; j += 2) {
            errno = 0;
            double y = f(values[i], values[j]);
            printf("%s %a %a: %a %d\n", name, values[i], values[j], y, errno);
        }
}

int main(void)
{
    ONE(sqrt); ONE(fabs); ONE(floor); ONE(ceil); ONE(trunc); ONE(round); ONE(rint); ONE(nearbyint); ONE(exp); ONE(exp2);
    ONE(expm1); ONE(log); ONE(log2); ONE(log10); ONE(log1p); ONE(sin); ONE(cos); ONE(tan); ONE(asin); ONE(acos); ONE(atan);
    ONE(sinh); ONE(cosh); ONE(tanh); ONE(asinh); ONE(acosh); ONE(atanh); ONE(logb);
    two("pow", pow);
    two("atan2", atan2);
    two("fmod", fmod);
    two("remainder", remainder);
    two("hypot", hypot);
    two("fdim", fdim);
    two("fmin", fmin);
    two("fmax", fmax);
    two("copysign", copysign);
    two("nextafter", nextafter);
    for (unsigned i = 0; i < COUNT; i++) {
        int exponent;
        double whole, s, c, x = values[i];
        double fraction = frexp(x, &exponent), rest = modf(x, &whole);
        sincos(x, &s, &c);
        printf("%a: %a %a %a %a %a\n", x, fraction, rest, whole, s, c);
        if (isfinite(x))
            printf("%d\n", exponent);
        for (int n = -2100; n <= 2100; n += 61) {
            errno = 0;
            printf("%a", ldexp(x, n));
            printf(" %d %a\n", errno, scalbn(x, n));
        }
        if (fabs(x) < 1e15)
            printf("%ld %lld %ld %lld\n", lround(x), llround(x), lrint(x), llrint(x));
        if (x != 0)
            printf("%d\n", ilogb(x));
        printf("%a\n", fma(x, 3.0, 0.1));
        printf("%d %d %d %d %d %d\n", isnan(x), isinf(x), isfinite(x), isnormal(x), signbit(x) != 0, fpclassify(x));
    }
    double (*by_pointer)(double) = sqrt;
    printf("%a %f %f\n", by_pointer(2), sqrt(-1), nan("5"));
    // Versions of glibc differ in the last bit.
    printf("%.14g %.14g %.14g\n", cbrt(27), cbrt(1.5), cbrt(-1e300));
    printf("%a %a\n", fmin(NAN, 1), fmax(1, NAN));
    return 0;
}
