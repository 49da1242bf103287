// Generators and fixed-point arithmetic: xorshift, PCG, Mersenne twister, CORDIC.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

static uint64_t xorshift(uint64_t *s) {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    return *s ^= *s << 17;
}

static uint32_t pcg(uint64_t *s) {
    uint64_t old = *s;
    *s = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), rot = old >> 59;
    return x >> rot | x << (-rot & 31);
}

static uint32_t mt[624];
static int mti;
static uint32_t twister(void) {
    if (mti == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (mt[i] & 0x80000000) | (mt[(i + 1) % 624] & 0x7fffffff);
            mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
        }
        mti = 0;
    }
    uint32_t y = mt[mti++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >> 18;
}

static int32_t cordic_sine(int32_t angle) {
    static const int32_t table[] = {51472, 30386, 16055, 8150, 4091, 2047, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2};
    int32_t x = 39797, y = 0;
    for (int i = 0; i < 16; i++) {
        int32_t dx = y >> i, dy = x >> i;
        if (angle >= 0) x -= dx, y += dy, angle -= table[i];
        else x += dx, y -= dy, angle += table[i];
    }
    return y;
}

int main(void) {
    uint64_t a = 88172645463325252u, b = 42;
    for (int i = 0; i < 5; i++) printf("%016lx %08x\n", xorshift(&a), pcg(&b));
    mt[0] = 5489;
    for (int i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
    mti = 624;
    uint32_t last = 0;
    for (int i = 0; i < 1000; i++) last = twister();
    printf("%u\n", last);
    for (int32_t d = -90; d <= 90; d += 30) printf("%d ", cordic_sine(d * 65536 / 57));
    puts("");
    return 0;
}
