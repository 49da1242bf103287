// Where fields lie: packing within units, zero width, crossing, unions with the bytes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 7, y : 9, z : 16; };
struct b { unsigned x : 20, y : 20; };
struct c { char x : 3; char : 0; char y : 3; };
struct d { unsigned x : 4; unsigned : 0; unsigned y : 4; };
struct e { unsigned char x : 5; unsigned short y : 9; unsigned z : 17; unsigned long w : 33; };
struct __attribute__((packed)) f { unsigned x : 7; unsigned y : 15; unsigned long z : 41; };
struct g { char c; int x : 10; short s; long y : 50; };
struct h { int : 5; int x : 3; int : 24; int y; };

#define SHOW(type, ...) do { \
        struct type value; \
        memset(&value, 0, sizeof value); \
        __VA_ARGS__ \
        unsigned char bytes[sizeof value]; \
        memcpy(bytes, &value, sizeof value); \
        printf("%s:", #type); \
        for (size_t i = 0; i < sizeof value; i++) printf(" %02x", bytes[i]); \
        puts(""); \
    } while (0)

int main(void) {
    SHOW(a, value.x = 0x55; value.y = 0x1ab; value.z = 0xbeef;);
    SHOW(b, value.x = 0xabcde; value.y = 0x12345;);
    SHOW(c, value.x = 2; value.y = 3;);
    SHOW(d, value.x = 9; value.y = 6;);
    SHOW(e, value.x = 21; value.y = 300; value.z = 0x1f00f; value.w = 0x1deadbeef;);
    SHOW(f, value.x = 0x41; value.y = 0x5678; value.z = 0x123456789ab;);
    SHOW(g, value.c = 'c'; value.x = -300; value.s = -2; value.y = -3;);
    SHOW(h, value.x = 3; value.y = 77;);
    return 0;
}
