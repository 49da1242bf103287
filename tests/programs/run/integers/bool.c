// Anything converts to _Bool by comparing with zero.
// WIDE: shifts a `long` by 32 bits and more
#include <stdbool.h>
#include <stdio.h>

static bool is_even(int n) { return !(n & 1); }
static bool any(long n) { return n; }

int main(void) {
    _Bool a = 256, b = 0.1, c = (void *)0, d = "text", e = -1;
    printf("%d %d %d %d %d\n", a, b, c, d, e);
    printf("%d %d\n", is_even(4), is_even(5));
    printf("%d %d\n", any(1L << 40), any(0));
    bool t = true;
    t++;
    printf("%d\n", t);
    t--;
    printf("%d\n", t);
    t--;
    printf("%d\n", t);
    t += 2;
    printf("%d\n", t);
    t = t & 2;
    printf("%d\n", t);
    t |= 8;
    printf("%d %d %d\n", t, ~t, -t);
    bool flags[3] = {5, 0, -3};
    printf("%d %zu\n", flags[0] + flags[1] + flags[2], sizeof flags);
    struct { bool x : 1; unsigned n : 3; } bits = {4, 12};
    printf("%d %d\n", bits.x, bits.n);
    printf("%d\n", (bool)0.5 + (bool)2);
    t = 0.0 / 1;
    printf("%d\n", t);
    return 0;
}
