// Fields wider than int are computed with at their own width, as gcc has it.
#include <stdio.h>

struct s {
    unsigned long a : 33;
    long b : 40;
    unsigned long c : 63;
    unsigned long long d : 48;
};

int main(void) {
    struct s s = {0x1ffffffff, -1, 1, 0xffffffffffff};
    printf("%lu\n", (unsigned long)(s.a + 1));
    printf("%lu\n", (unsigned long)(s.a << 1));
    printf("%ld\n", (long)(s.b * 3));
    printf("%lu\n", (unsigned long)(s.d * s.d));
    printf("%lu\n", (unsigned long)~s.a);
    printf("%lu\n", (unsigned long)-s.c);
    printf("%d %d\n", s.a + 1 == 0, s.d + 1 > s.d);
    printf("%zu\n", sizeof(s.a + 1));
    printf("%lu\n", (unsigned long)(s.a + 1L));
    s.a += 5;
    s.d++;
    printf("%lu %lu\n", (unsigned long)s.a, (unsigned long)s.d);
    return 0;
}
