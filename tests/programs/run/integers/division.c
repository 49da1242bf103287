// Quotients round to zero and remainders have the dividend's sign.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int values[] = {7, -7, 1, -1, 0, INT_MAX, INT_MIN + 1, INT_MIN};
    int divisors[] = {2, -2, 3, -3, 1, INT_MAX, INT_MIN};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 7; j++) printf("%d,%d ", values[i] / divisors[j], values[i] % divisors[j]);
        puts("");
    }
    printf("%u %u\n", -7 / 2u, -7 % 2u);
    printf("%ld %ld\n", -7L / 2, LONG_MIN / 3);
    printf("%lu %lu\n", ULONG_MAX / 10, ULONG_MAX % 10);
    short s = -32768;
    printf("%d %d\n", s / -1, s % 10);
    signed char c = -128;
    c /= -1;
    printf("%d\n", c);
    unsigned char u = 250;
    u %= 7;
    printf("%d\n", u);
    return 0;
}
