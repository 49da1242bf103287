// __int128: all operators, conversions, and as parameters and results.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print(u128 n) {
    char digits[48];
    int count = 0;
    do digits[count++] = '0' + (int)(n % 10); while (n /= 10);
    while (count) putchar(digits[--count]);
    putchar('\n');
}

static u128 factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

struct pair { char tag; u128 value; };

static struct pair make(char tag, u128 value) {
    struct pair p = {tag, value};
    return p;
}

int main(void) {
    print(factorial(33));
    u128 x = (u128)0x0123456789abcdef << 64 | 0xfedcba9876543210;
    printf("%lx %lx\n", (unsigned long)(x >> 64), (unsigned long)x);
    print(x * x);
    print(x / 1000000007);
    print(x % 1000000007);
    print(~(u128)0);
    print(-x);
    i128 m = -5;
    printf("%d %d %d\n", (int)(m >> 1), (int)(m / 2), (int)(m % 2));
    printf("%d %d %d\n", m < 0, m < (i128)3, (u128)m > x);
    i128 low = (i128)1 << 126;
    printf("%d %ld\n", low > 0, (long)(low >> 100));
    struct pair p = make('q', x);
    printf("%c %zu %d\n", p.tag, sizeof p, p.value == x);
    x++;
    x ^= x >> 3;
    x += 12345678901234567890u;
    x <<= 5;
    print(x);
    print((u128)1.5e30);
    printf("%.0f %g\n", (double)factorial(25), (double)(i128)-7);
    u128 table[3] = {1, x, 3};
    u128 *q = table + 1;
    print(*q + q[1] - q[-1]);
    printf("%d\n", x ? 1 : 0);
    switch ((int)(x & 3)) {
    case 0: puts("0"); break;
    default: puts("not 0");
    }
    return 0;
}
