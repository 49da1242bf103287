// Unsigned arithmetic is modulo a power of two at every width.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t a = 255;
    uint16_t b = 65535;
    uint32_t c = UINT32_MAX;
    uint64_t d = UINT64_MAX;
    a++, b++, c++, d++;
    printf("%d %d %u %lu\n", a, b, c, d);
    a--, b--, c--, d--;
    printf("%d %d %u %lu\n", a, b, c, d);
    a *= 3, b *= 3, c *= 3, d *= 3;
    printf("%d %d %u %lu\n", a, b, c, d);
    printf("%u %lu\n", -1u, -1ul);
    printf("%u\n", 0u - 1);
    printf("%u\n", 123456789u * 987654321u);
    printf("%lu\n", 0x123456789abcdefful * 0xfedcba9876543211ul);
    uint32_t hash = 2166136261u;
    for (const char *p = "wraparound"; *p; p++) hash = (hash ^ (uint8_t)*p) * 16777619u;
    printf("%08x\n", hash);
    return 0;
}
