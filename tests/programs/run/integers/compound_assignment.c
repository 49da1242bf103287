// Compound assignments convert back to the type on the left.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

int main(void) {
    unsigned char c = 250;
    c += 10;
    printf("%d\n", c);
    c -= 10;
    printf("%d\n", c);
    c *= 2;
    printf("%d\n", c);
    c /= 3;
    printf("%d\n", c);
    c <<= 3;
    printf("%d\n", c);
    c >>= 1;
    printf("%d\n", c);
    c |= 0x181;
    printf("%d\n", c);
    c &= 0xf1;
    printf("%d\n", c);
    c ^= 0xff;
    printf("%d\n", c);
    int i = 10;
    i += 2.9;
    printf("%d\n", i);
    i *= 0.5;
    printf("%d\n", i);
    i -= -1.5f;
    printf("%d\n", i);
    short s = 30000;
    s += 10000;
    printf("%d\n", s);
    unsigned u = 5;
    u -= 10;
    printf("%u\n", u);
    u /= -1;
    printf("%u\n", u);
    int a, b, d;
    a = b = d = 7;
    a += b -= d *= 2;
    printf("%d %d %d\n", a, b, d);
    long l = 1;
    l <<= 40;
    l |= i;
    printf("%ld\n", l);
    signed char t = 100;
    t = t + 100;
    printf("%d\n", t);
    printf("%d\n", (t = 300));
    double x = 7;
    x /= 2;
    x -= 1;
    printf("%g\n", x);
    return 0;
}
