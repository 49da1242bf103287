// A complex number and a real one: the real one has no imaginary part, so signed zeros and infinities stay.
#include <stdio.h>

static void show(const char *what, double _Complex z) {
    printf("%s %a %a\n", what, __real__ z, __imag__ z);
}

int main(void) {
    double _Complex z, w;
    __real__ z = -0.0, __imag__ z = -0.0;
    __real__ w = 1, __imag__ w = -0.0;
    double zero = 0.0, minus = -0.0, one = 1, infinite = 1 / zero;
    int n = 3;
    show("z + 0", z + zero);
    show("0 + z", zero + z);
    show("z - 0", z - zero);
    show("0 - z", zero - z);
    show("-0 - z", minus - z);
    show("z * 1", z * one);
    show("1 * z", one * z);
    show("z / 1", z / one);
    show("w / 0", w / minus);
    show("w + -0", w + minus);
    show("z + n", z + n);
    show("n - z", n - z);
    printf("%a\n", __real__(w * infinite));
    w += zero;
    show("w += 0", w);
    w -= n;
    show("w -= n", w);
    w *= minus;
    show("w *= -0", w);
    w /= 2;
    show("w /= 2", w);
    float _Complex f;
    __real__ f = -0.0f, __imag__ f = -0.0f;
    show("f + 0", f + 0.0f);
    show("f + 0.0", f + zero);
    show("3 - f", 3 - f);
    f *= 2.0;
    show("f *= 2", f);
    return 0;
}
