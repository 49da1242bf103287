// Every pair of widths and signs, by assignment and by cast.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format) printf("%-9s " format " " format " " format " " format " " format "\n", #type, \
    (type)value, (type)(int)value, (type)(unsigned)value, (type)(short)value, (type)(unsigned char)value)

static void show(long long value) {
    printf("%lld\n", value);
    SHOW(int8_t, "%d");
    SHOW(uint8_t, "%d");
    SHOW(int16_t, "%d");
    SHOW(uint16_t, "%d");
    SHOW(int32_t, "%d");
    SHOW(uint32_t, "%u");
    SHOW(int64_t, "%ld");
    SHOW(uint64_t, "%lu");
    SHOW(_Bool, "%d");
}

int main(void) {
    show(0);
    show(-1);
    show(127);
    show(128);
    show(-129);
    show(40000);
    show(0x80000000ll);
    show(0x123456789abcdefll);
    show(-0x7fffffffffffffffll - 1);
    show(256);
    show(0x10000);
    show(0x100000000ll);
    return 0;
}
