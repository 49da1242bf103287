// RUN: strings to integers: bases, prefixes, ends and errors
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *texts[] = {"0", "42", "  -42abc", "+7", "0x1fG", "0X", "0xg", "077", "08", "", "   ", "-", "+-3", "abc",
                           "zZ9", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                           "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "- 1",
                           "99999999999999999999999", "2147483648", "\t\n\v\f\r 12", "0b101", "1_000", "0x-1"};
    int bases[] = {0, 2, 8, 10, 16, 36};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int b = 0; b < 6; b++) {
            char *end, *uend;
            errno = 0;
            long value = strtol(texts[i], &end, bases[b]);
            int error = errno;
            errno = 0;
            unsigned long uvalue = strtoul(texts[i], &uend, bases[b]);
            printf("%u %d: %ld %td %d, %lu %td %d\n", i, bases[b], value, end - texts[i], error, uvalue,
                   uend - texts[i], errno);
        }
    // What does not fit is undefined for these.
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        errno = 0;
        long long value = strtoll(texts[i], NULL, 10);
        if (errno) continue;
        printf("%lld", atoll(texts[i]));
        if (value == (long)value) printf(" %ld", atol(texts[i]));
        if (value == (int)value) printf(" %d", atoi(texts[i]));
        printf("\n");
    }
    errno = 0;
    printf("%ld %d\n", strtol("12", NULL, 1), errno);
    printf("%lld %llu %jd %ju\n", strtoll("-5", NULL, 10), strtoull("-5", NULL, 10), strtoimax("1e", NULL, 16),
           strtoumax("777", NULL, 8));
    return 0;
}
