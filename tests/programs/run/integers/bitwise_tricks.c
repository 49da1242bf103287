// Classic bit manipulations.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

static int count(uint32_t x) {
    x = x - ((x >> 1) & 0x55555555);
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
    return ((x + (x >> 4) & 0xf0f0f0f) * 0x1010101) >> 24;
}

static uint32_t reverse(uint32_t x) {
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static uint32_t power(uint32_t x) {
    x--;
    x |= x >> 1, x |= x >> 2, x |= x >> 4, x |= x >> 8, x |= x >> 16;
    return x + 1;
}

static uint64_t interleave(uint32_t x) {
    uint64_t r = x;
    r = (r | r << 16) & 0x0000ffff0000ffff;
    r = (r | r << 8) & 0x00ff00ff00ff00ff;
    r = (r | r << 4) & 0x0f0f0f0f0f0f0f0f;
    r = (r | r << 2) & 0x3333333333333333;
    return (r | r << 1) & 0x5555555555555555;
}

int main(void) {
    uint32_t values[] = {0, 1, 2, 3, 0xff, 0x80000000, 0xdeadbeef, 0xffffffff, 1000};
    for (int i = 0; i < 9; i++) {
        uint32_t x = values[i];
        printf("%d %08x %u %lx %d %d\n", count(x), reverse(x), power(x), interleave(x), (x & (x - 1)) == 0,
               (int)(x & -x));
    }
    int a = 5, b = 9;
    a ^= b, b ^= a, a ^= b;
    printf("%d %d\n", a, b);
    int m = -17;
    int mask = m >> 31;
    printf("%d\n", (m + mask) ^ mask);
    return 0;
}
