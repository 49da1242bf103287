// clz, ctz, popcount, parity, ffs, clrsb and bswap at each width.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

int main(void) {
    unsigned values[] = {1, 2, 0x80, 0xffff, 0x80000000, 0xdeadbeef, 0xffffffff, 12345};
    for (int i = 0; i < 8; i++) {
        unsigned x = values[i];
        printf("%d %d %d %d %d %d %x\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x),
               __builtin_parity(x), __builtin_ffs(x), __builtin_clrsb(x), __builtin_bswap32(x));
        unsigned long y = (unsigned long)x << 17 | 1ul << 60;
        printf("%d %d %d %d %d %d %lx\n", __builtin_clzl(y), __builtin_ctzl(y), __builtin_popcountl(y),
               __builtin_parityl(y), __builtin_ffsl(y), __builtin_clrsbl(y), __builtin_bswap64(y));
    }
    printf("%d %d %x\n", __builtin_ffs(0), __builtin_popcountll(-1ll), __builtin_bswap16(0x1234));
    printf("%d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1));
    printf("%d %d\n", __builtin_abs(-5), (int)__builtin_labs(-5L));
    return 0;
}
