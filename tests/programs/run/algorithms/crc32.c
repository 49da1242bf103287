// CRC-32 by bits, by table, and Adler-32.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static uint32_t by_bits(const unsigned char *p, size_t n) {
    uint32_t crc = ~0u;
    while (n--) {
        crc ^= *p++;
        for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

static uint32_t by_table(const unsigned char *p, size_t n) {
    uint32_t crc = ~0u;
    while (n--) crc = table[(crc ^ *p++) & 0xff] ^ crc >> 8;
    return ~crc;
}

static uint32_t adler(const unsigned char *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) a = (a + *p++) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c >> 1 ^ (-(c & 1) & 0xedb88320);
        table[i] = c;
    }
    const char *texts[] = {"", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 3; i++) {
        const unsigned char *p = (const unsigned char *)texts[i];
        size_t n = strlen(texts[i]);
        printf("%08x %08x %08x\n", by_bits(p, n), by_table(p, n), adler(p, n));
    }
    return 0;
}
