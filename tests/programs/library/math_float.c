// RUN: math.h on floats, to the last bit
// WIDE: the last bits of glibc's functions are others in 32 bits
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define ONE(f) one(#f, f)
static const float values[] = {0.0f, -0.0f, 0.5f, -0.5f, 1.0f, -1.0f, 1.5f,  2.5f,     -2.5f, 3.7f,  0.1f,    10.0f,
                               27.f, 100.f, 1e-8f, 1e30f, -1e30f, 1e-45f, 88.9f, -104.5f, 1e10f, 2.0f, 8.5f, INFINITY};
#define COUNT (sizeof values / sizeof *values)

static void one(const char *name, float (*f)(float))
{
    for (unsigned i = 0; i < COUNT; i++) {
        errno = 0;
        float y = f(values[i]);
        printf("%s %a: %a %d\n", name, values[i], y, errno);
    }
}
static void two(const char *name, float (*f)(float, float))
{
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned j = 0; j < COUNT; j += 2) {
            errno = 0;
            float y = f(values[i], values[j]);
            printf("%s %a %a: %a %d\n", name, values[i], values[j], y, errno);
        }
}

int main(void)
{
    ONE(sqrtf); ONE(fabsf); ONE(floorf); ONE(ceilf); ONE(truncf); ONE(roundf); ONE(rintf); ONE(nearbyintf); ONE(expf);
    ONE(exp2f); ONE(expm1f); ONE(logf); ONE(log2f); ONE(log10f); ONE(log1pf); ONE(sinf); ONE(cosf); ONE(tanf); ONE(asinf);
    ONE(acosf); ONE(atanf); ONE(sinhf); ONE(coshf); ONE(tanhf); ONE(asinhf); ONE(acoshf); ONE(atanhf); ONE(logbf);
    two("powf", powf);
    two("atan2f", atan2f);
    two("fmodf", fmodf);
    two("remainderf", remainderf);
    two("hypotf", hypotf);
    two("fdimf", fdimf);
    two("fminf", fminf);
    two("fmaxf", fmaxf);
    two("copysignf", copysignf);
    two("nextafterf", nextafterf);
    for (unsigned i = 0; i < COUNT; i++) {
        float x = values[i], whole, s, c;
        int exponent = 0;
        float fraction = frexpf(x, &exponent), rest = modff(x, &whole);
        sincosf(x, &s, &c);
        printf("%a %a %a %a %a\n", fraction, rest, whole, s, c);
        for (int n = -300; n <= 300; n += 23)
            printf("%a %a\n", ldexpf(x, n), scalbnf(x, n));
        if (fabsf(x) < 1e9f)
            printf("%ld %ld\n", lroundf(x), lrintf(x));
        printf("%a\n", fmaf(x, 3.0f, 0.1f));
    }
    return 0;
}
