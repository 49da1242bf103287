// Quotients and products of complex numbers to the last bit, over the whole range of the parts.
// WIDE: the libgcc of 32-bit code divides in the precision of the x87.
#include <stdio.h>

static double special[] = {
    0.0, -0.0, 1.0, -1.0, 3.7, 1e-5, 0x1p-52, 0x1p-500, 1e200, 1e300, -1e-300, 0x1p-1074, 0x1.8p-1050, -0x1p-1030,
    0x1p-1022, 0x1.fp-1022, 0x1p-1021, 0x1p969, 0x1p970, -0x1p971, 0x1.1p1022, 0x1p1023, 0x1.fffffffffffffp1023,
    1 / 0.0, -1 / 0.0, 0 / 0.0,
};
static unsigned long long state = 88172645463325252;

static unsigned long long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double number(void) {
    union { unsigned long long bits; double value; } u;
    unsigned long long choice = next() % 3;
    if (choice == 0)
        return special[next() % (sizeof special / sizeof *special)];
    u.bits = next();
    if (choice == 1)
        u.bits = (u.bits & 0x800fffffffffffff) | (1015 + next() % 16) << 52;
    return u.value;
}

// The sign of a NaN is of no account.
static unsigned long long bits(double value) {
    union { double value; unsigned long long bits; } u = {value};
    return value != value ? 1 : u.bits;
}

int main(void) {
    unsigned long long sum = 0;
    for (int i = 0; i < 20000; i++) {
        double _Complex a, b;
        __real__ a = number(), __imag__ a = number();
        __real__ b = number(), __imag__ b = number();
        double _Complex quotient = a / b, product = a * b;
        float _Complex c = a, d = b, single = c / d, single_product = c * d;
        sum = sum * 31 + bits(__real__ quotient) * 3 + bits(__imag__ quotient) * 5;
        sum = sum * 31 + bits(__real__ product) * 3 + bits(__imag__ product) * 5;
        sum = sum * 31 + bits(__real__ single) * 3 + bits(__imag__ single) * 5;
        sum = sum * 31 + bits(__real__ single_product) * 3 + bits(__imag__ single_product) * 5;
        if (i % 100 == 0)
            printf("%d %llx\n", i, sum);
    }
    for (int a = -7; a < 8; a += 3) {
        for (int b = -5; b < 6; b++) {
            int _Complex x, y;
            __real__ x = 20 * a, __imag__ x = 13;
            __real__ y = a, __imag__ y = b;
            int _Complex q = x / y;
            printf("%d %d\n", __real__ q, __imag__ q);
        }
    }
    return 0;
}
