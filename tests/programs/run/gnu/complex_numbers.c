// _Complex: parts, arithmetic, comparisons, conversions, in records and calls.
#include <complex.h>
#include <stdio.h>

struct pair { double _Complex a; float _Complex b; };

static double _Complex square(double _Complex z) { return z * z; }

int main(void) {
    double _Complex z = 3 + 4i, w = 1 - 2i;
    printf("%g %g\n", __real__ z, __imag__ z);
    double _Complex s = z + w, d = z - w, p = z * w;
    printf("%g %g %g %g %g %g\n", __real__ s, __imag__ s, __real__ d, __imag__ d, __real__ p, __imag__ p);
    printf("%d %d\n", z == 3 + 4i, z != w);
    __real__ z = 10;
    __imag__ z += 1;
    printf("%g %g\n", __real__ z, __imag__ z);
    z = square(w);
    printf("%g %g\n", __real__ z, __imag__ z);
    z = 5;
    printf("%g %g\n", __real__ z, __imag__ z);
    printf("%g\n", (double)(7 + 2i));
    z = ~(1 + 2i);
    printf("%g %g\n", __real__ z, __imag__ z);
    z = -z;
    printf("%g %g\n", __real__ z, __imag__ z);
    struct pair q = {1 + 1i, 2.5f - 1.5fi};
    q.b += 1;
    printf("%g %g\n", __real__ q.b, __imag__ q.b);
    double _Complex list[2] = {1i, [1] = 2};
    list[0] *= list[0];
    printf("%g %g\n", __real__ list[0], __imag__ list[1]);
    printf("%d %d\n", (_Bool)(0 + 1i), !(0 + 0i));
    return 0;
}
