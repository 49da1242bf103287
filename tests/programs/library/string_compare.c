// RUN: comparing strings; strcmp and its family return the difference of the bytes
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    const char *words[] = {"", "a", "abc", "abd", "Abc", "ABC", "abcd", "\xe4", "zebra", "[", "_"};
    int count = sizeof words / sizeof *words;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const char *a = words[i], *b = words[j];
            printf("%d %d %d %d %d\n", strcmp(a, b), strncmp(a, b, 2), strcoll(a, b), strcasecmp(a, b),
                   strncasecmp(a, b, 3));
        }
    printf("%d\n", strncmp(words[2], words[8], 0));
    char with_end[] = "ab\0cd", other[] = "ab\0ce";
    printf("%d %d\n", strncmp(with_end, other, 6), sign(memcmp(with_end, other, 6)));
    printf("%d %d %d\n", memcmp(with_end, other, 5) != 0, memcmp(with_end, other, 4), sign(memcmp("\xff", "\x01", 1)));
    printf("%d %d\n", bcmp(with_end, other, 4), bcmp(with_end, other, 6) != 0);
    int *p = &count, *q = &count;
    struct { int *p; long n; } x = {p, 5}, y = {q, 5};
    printf("%d\n", memcmp(&x, &y, sizeof x));
    return 0;
}
