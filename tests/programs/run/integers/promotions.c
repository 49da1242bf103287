// Operands narrower than int are computed with as int.
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    printf("%d %d\n", a + b, (unsigned char)(a + b));
    signed char c = -128;
    printf("%d %d\n", -c, (signed char)-c);
    unsigned short s = 65535;
    printf("%d\n", s + 1);
    printf("%d %d\n", ~a, (unsigned char)~a);
    printf("%d\n", a << 4);
    printf("%d\n", (unsigned char)(a << 4) >> 4);
    char x = 'a';
    x += 1;
    printf("%c %zu %zu\n", x, sizeof(x + x), sizeof(+x));
    unsigned short big = 50000;
    printf("%u\n", (unsigned)big * big);
    signed char minus = -1;
    printf("%d %d\n", minus == (unsigned char)-1, minus == -1);
    printf("%d\n", (unsigned char)255 == -1);
    short t = -1;
    printf("%d\n", t >> 1);
    printf("%d %d\n", !a, !!a);
    return 0;
}
