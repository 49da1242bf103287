// Values are converted to the parameter's type at the call, and to the result's at the return.
#include <stdio.h>

static int c(signed char x) { return x; }
static int uc(unsigned char x) { return x; }
static int s(short x) { return x; }
static int us(unsigned short x) { return x; }
static int b(_Bool x) { return x; }
static unsigned char to_byte(int x) { return x; }
static short to_short(double x) { return x; }
static _Bool to_bool(long x) { return x; }
static float to_float(double x) { return x; }
static long from_unsigned(unsigned x) { return x; }
static unsigned from_signed(signed char x) { return x; }

int main(void) {
    int v[] = {0, 1, -1, 127, 128, 255, 256, 40000, 65535, 65536, -32769};
    for (int i = 0; i < 11; i++)
        printf("%d %d %d %d %d %d %d\n", c(v[i]), uc(v[i]), s(v[i]), us(v[i]), b(v[i]), to_byte(v[i]), to_bool(v[i]));
    printf("%d %.9g\n", to_short(-123.9), to_float(0.1));
    printf("%ld %u\n", from_unsigned(-1), from_signed(-1));
    int (*f)(unsigned char) = uc;
    printf("%d\n", f(300));
    return 0;
}
