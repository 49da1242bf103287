// Functions of the library whose results depend on the width of `long` and of pointers.
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

int main(void)
{
    char *end;
    printf("%ld", strtol("99999999999", &end, 10));
    printf(" %d %d\n", *end, errno == ERANGE);
    printf("%lu %ld %d %lld\n", strtoul("4294967295", 0, 0), atol("-2147483648"), atoi("77"), atoll("99999999999"));
    long l;
    size_t z;
    long long ll;
    printf("%d ", sscanf("-123456 77 99999999999", "%ld %zu %lld", &l, &z, &ll));
    printf("%ld %zu %lld %td %jd\n", l, z, ll, (char *)&l - (char *)&l, (__INTMAX_TYPE__)5);
    ldiv_t quotient = ldiv(-17, 5);
    lldiv_t longer = lldiv(1LL << 40, 7);
    printf("%ld %ld %lld %lld\n", quotient.quot, quotient.rem, longer.quot, longer.rem);
    printf("%ld %lld %ld %lld\n", lround(1e9), llround(1e10), lrint(-2.5), llrint(-1e10));
    double zero = 0, minus = -0.0;
    printf("%g %g %g %g\n", fmin(zero, minus), fmax(minus, zero), pow(2, 10), sqrt(2));
    char *words[] = {"pear", "apple", "fig"};
    qsort(words, 3, sizeof *words, compare);
    printf("%s %s %s %d\n", words[0], words[1], words[2], strcmp(words[0], words[2]));
    jmp_buf place;
    volatile int turns = 0;
    if (setjmp(place) < 3)
        longjmp(place, ++turns);
    printf("%d %d\n", turns, malloc((size_t)-1) == NULL);
    printf("%d %d %d %d\n", (int)sizeof(size_t), (int)sizeof(void *), LONG_MAX == INT_MAX, (int)sizeof(jmp_buf) > 8);
    return 0;
}
