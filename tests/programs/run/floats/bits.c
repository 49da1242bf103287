// The representation, through unions and memcpy.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits_of(float f) {
    union { float f; uint32_t u; } pun = {f};
    return pun.u;
}

static double from_bits(uint64_t bits) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static float fast_inverse_root(float x) {
    union { float f; int32_t i; } pun = {x};
    pun.i = 0x5f3759df - (pun.i >> 1);
    pun.f *= 1.5f - 0.5f * x * pun.f * pun.f;
    return pun.f;
}

int main(void) {
    printf("%08x %08x %08x %08x\n", bits_of(1), bits_of(-2), bits_of(0.1f), bits_of(-0.0f));
    printf("%g %g\n", from_bits(0x3ff0000000000000), from_bits(0xc008000000000000));
    printf("%.6f %.6f\n", fast_inverse_root(4), fast_inverse_root(0.5f));
    double d = 1.5;
    unsigned char bytes[8];
    memcpy(bytes, &d, 8);
    for (int i = 0; i < 8; i++) printf("%02x ", bytes[i]);
    puts("");
    unsigned char *raw = (unsigned char *)&d;
    raw[7] ^= 0x80;
    printf("%g\n", d);
    return 0;
}
