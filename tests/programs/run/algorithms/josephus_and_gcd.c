// Number puzzles: gcd, Collatz, perfect numbers, Josephus, Roman numerals, a calendar.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }

static int collatz(long n) {
    int steps = 0;
    for (; n != 1; steps++) n = n & 1 ? 3 * n + 1 : n >> 1;
    return steps;
}

static int josephus(int n, int k) {
    int next[n], at = n - 1;
    for (int i = 0; i < n; i++) next[i] = (i + 1) % n;
    while (next[at] != at) {
        for (int i = 1; i < k; i++) at = next[at];
        next[at] = next[next[at]];
    }
    return at;
}

static void roman(int n, char *out) {
    static const struct { int value; const char *text; } digits[] = {
        {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
    };
    for (int i = 0; i < 13; i++)
        while (n >= digits[i].value) {
            for (const char *t = digits[i].text; *t;) *out++ = *t++;
            n -= digits[i].value;
        }
    *out = 0;
}

static int weekday(int y, int m, int d) {
    static const int t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    y -= m < 3;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

int main(void) {
    printf("%u %u\n", gcd(1071, 462), gcd(1u << 31, 3u << 20));
    printf("%d %d\n", collatz(27), collatz(97));
    printf("%d %d\n", josephus(41, 3), josephus(7, 2));
    char text[20];
    int years[] = {1994, 2026, 3888, 49};
    for (int i = 0; i < 4; i++) roman(years[i], text), printf("%s ", text);
    puts("");
    printf("%d %d\n", weekday(2000, 2, 29), weekday(1969, 7, 20));
    for (int n = 2; n < 500; n++) {
        int sum = 1;
        for (int d = 2; d * d <= n; d++)
            if (n % d == 0) sum += d + (d * d == n ? 0 : n / d);
        if (sum == n) printf("%d ", n);
    }
    puts("");
    return 0;
}
