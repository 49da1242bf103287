// RUN: arithmetic on integers, and functions that return structures
// WIDE: shifts a `long` by 32 bits and more
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static div_t twice(int a, int b)
{
    div_t r = div(a, b);
    r.quot *= 2;
    return r;
}

int main(void)
{
    printf("%d %d %ld %lld %jd\n", abs(-5), abs(INT_MAX), labs(-5000000000L), llabs(LLONG_MIN + 1), imaxabs(-7));
    int pairs[][2] = {{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {0, 5}, {INT_MIN, 2}};
    for (int i = 0; i < 6; i++) {
        div_t d = div(pairs[i][0], pairs[i][1]);
        ldiv_t l = ldiv(pairs[i][0] * 3000000000L, pairs[i][1]);
        lldiv_t ll = lldiv(pairs[i][0], pairs[i][1]);
        printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    }
    printf("%d %jd %d\n", div(17, 5).rem, imaxdiv(17, 5).quot, twice(17, 5).quot);
    div(1, 1);
    printf("%d %d %d %d %d\n", ffs(0), ffs(8), ffs(INT_MIN), ffsl(1L << 40), ffsll(0x6000));
    return 0;
}
