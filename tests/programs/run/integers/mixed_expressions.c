// Long expressions over many types, each step converted as C says.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

static uint64_t mix(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h) {
    uint64_t r = 0;
    r = r * 31 + (a + b) * (c - d);
    r = r * 31 + (a < b) + (c < d) * 2 + (e < f) * 4 + (g < h) * 8 + (a < f) * 16 + (c < h) * 32;
    r = r * 31 + (a ^ f) + (b & ~c) - (uint32_t)(d | e);
    r = r * 31 + (e >> (b & 15)) + (f << (d & 15)) + (g >> (f & 31));
    r = r * 31 + (a ? c : f) + (b ? g : h);
    r = r * 31 + (uint8_t)(a * 3) + (int8_t)(f >> 3) + (uint16_t)g + (int16_t)h;
    r = r * 31 + (h % (b + 1u)) + (uint64_t)(g / (c ? c : 1));
    r = r * 31 + -a + -b + -f - -h;
    r = r * 31 + (a == (int8_t)f) + (b == (uint8_t)g) + ((unsigned)e == f);
    return r;
}

int main(void) {
    static const int64_t v[] = {0, 1, -1, 127, 128, -128, 255, 256, 32767, -32768, 65535, 2147483647, -2147483647, 4294967295, 1234567890123};
    uint64_t total = 0;
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 15; j++) {
            int64_t x = v[i], y = v[j];
            uint64_t r = mix(x, y, y, x, (int16_t)x, y, x, y);
            total = total * 1099511628211u + r;
            if ((i * 15 + j) % 37 == 0) printf("%016lx\n", r);
        }
    printf("%016lx\n", total);
    return 0;
}
