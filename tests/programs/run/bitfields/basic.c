// Signed, unsigned and _Bool fields, read, written and compared.
#include <stdio.h>

struct flags {
    unsigned low : 3;
    signed middle : 5;
    unsigned high : 24;
    _Bool on : 1;
    int plain : 4;
};

int main(void) {
    struct flags f = {5, -3, 0xabcdef, 1, 7};
    printf("%u %d %x %d %d\n", f.low, f.middle, f.high, f.on, f.plain);
    f.low = 9;
    f.middle = 17;
    f.plain = 9;
    f.on = 4;
    printf("%u %d %d %d\n", f.low, f.middle, f.plain, f.on);
    f.low++;
    f.low += 6;
    f.middle--;
    f.high ^= 0xffffff;
    f.high >>= 4;
    printf("%u %d %x\n", f.low, f.middle, f.high);
    printf("%d\n", (f.low = 15));
    printf("%d\n", (f.middle = 16));
    printf("%d %d\n", f.low--, --f.middle);
    printf("%d\n", f.low - 8 < 0);
    printf("%zu\n", sizeof f);
    struct flags g = f;
    g.low = 0;
    printf("%u %u\n", f.low, g.low);
    return 0;
}
