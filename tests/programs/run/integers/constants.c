// Decimal, octal, hexadecimal and binary constants take the first type that fits.
#include <stdio.h>

#define TYPE(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
                         long long: "long long", unsigned long long: "unsigned long long", default: "other")

int main(void) {
    printf("%d %d %d\n", 010, 0x1F, 0b1011);
    printf("%s %s %s\n", TYPE(2147483647), TYPE(2147483648), TYPE(0x7fffffff));
    printf("%s %s\n", TYPE(0x80000000), TYPE(0xffffffff));
    printf("%s %s\n", TYPE(0x100000000), TYPE(0x8000000000000000));
    printf("%s %s %s %s\n", TYPE(1u), TYPE(1l), TYPE(1ul), TYPE(1ll));
    printf("%s %s\n", TYPE(1ull), TYPE(4294967296u));
    printf("%s %s %s\n", TYPE('a'), TYPE(1 == 1), TYPE(sizeof 1));
    printf("%s %s %s\n", TYPE(1 + 1u), TYPE(1 + 1l), TYPE(1u + 1l));
    printf("%s %s\n", TYPE((short)1 + (char)1), TYPE(1ul + 1ll));
    printf("%s %s\n", TYPE(1 << 1l), TYPE(1l << 1));
    printf("%s\n", TYPE(1 ? 1u : 1));
    printf("%d\n", -2147483647 - 1);
    return 0;
}
