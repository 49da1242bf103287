// expect: true
// options: --except no-data-race
// Numbers that any three characters begin with, beside loops that do the same.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);
extern int evercheck_choose(int, int);

static long value(const char *s, int base, const char **end) {
    const char *at = s;
    long sum = 0;
    int sign = 1;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '-' || *at == '+')
        sign = *at++ == '-' ? -1 : 1;
    for (*end = s;; at++) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                    : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                               : 36;
        if (digit >= base)
            return sign * sum;
        sum = sum * base + digit;
        *end = at + 1;
    }
}

int main(void) {
    char s[4], *end;
    const char *own;
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    switch (evercheck_choose(0, 4)) {
    case 0: assert(atoi(s) == value(s, 10, &own)); break;
    case 1: {
        long read = strtol(s, &end, 10);
        assert(read == value(s, 10, &own) && end == own);
        break;
    }
    case 2: {
        long read = strtol(s, &end, 36);
        assert(read == value(s, 36, &own) && end == own);
        break;
    }
    case 3: {
        unsigned long read = strtoul(s, &end, 8);
        assert(read == (unsigned long)value(s, 8, &own) && end == own);
        break;
    }
    default: {
        long read = strtol(s, &end, 0);
        if (s[0] == '0' && tolower((unsigned char)s[1]) == 'x' && isdigit((unsigned char)s[2]))
            assert(read == s[2] - '0' && end == s + 3);
        else if (s[0] == '0' && tolower((unsigned char)s[1]) != 'x')
            assert(read == value(s, 8, &own));
        break;
    }
    }
    return 0;
}
