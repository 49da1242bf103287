// Shifts of every width, to the edge of what is defined.
// WIDE: shifts a `long` by 32 bits and more
#include <stdint.h>
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 31; i += 6) printf("%d %u ", 1 << i, 1u << i);
    puts("");
    printf("%u %lu\n", 1u << 31, 1ul << 63);
    printf("%d %d %d\n", -1 >> 31, -8 >> 1, -7 >> 1);
    printf("%d\n", (-2147483647 - 1) >> 31);
    printf("%u %u\n", 0x80000000u >> 31, 0xffffffffu >> 4);
    printf("%ld %lu\n", -1L >> 63, -1UL >> 63);
    uint8_t byte = 0x81;
    printf("%d %d %d\n", byte << 1, (uint8_t)(byte << 1), byte >> 7);
    int8_t small = -127;
    printf("%d %d\n", small >> 3, (int8_t)(small >> 7));
    long count = 33;
    printf("%lld\n", 1ll << count);
    unsigned long long x = 0x0123456789abcdefull;
    for (int i = 0; i < 64; i += 16) printf("%04llx ", x >> i & 0xffff);
    puts("");
    unsigned rotated = 0xdeadbeef;
    for (int i = 0; i < 4; i++) rotated = rotated << 7 | rotated >> 25;
    printf("%x\n", rotated);
    x <<= 60;
    x >>= 61;
    printf("%llu\n", x);
    int y = 5;
    y <<= 3;
    y >>= 1;
    printf("%d\n", y);
    return 0;
}
