// A field narrower than int is an int in expressions; a wider one keeps its width.
#include <stdio.h>

struct s {
    unsigned a : 3;
    unsigned b : 32;
    unsigned long c : 33;
    unsigned long d : 63;
    long e : 40;
    unsigned char f : 8;
};

int main(void) {
    struct s s = {7, 0xffffffff, 0x1ffffffff, 5, -1, 255};
    printf("%d\n", s.a - 8 < 0);
    printf("%d\n", s.b - 1 > 0);
    printf("%d %d\n", s.a > -1, s.f > -1);
    printf("%d\n", -s.a);
    printf("%u\n", -s.b);
    printf("%d\n", ~s.f);
    printf("%lu\n", (unsigned long)s.c + 1);
    printf("%ld\n", (long)s.e * 3);
    s.c += 1;
    printf("%lu\n", (unsigned long)s.c);
    s.e = 1L << 39;
    printf("%ld\n", (long)s.e);
    s.d = -1;
    printf("%lx\n", (unsigned long)s.d);
    return 0;
}
