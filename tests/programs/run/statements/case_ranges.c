// GNU case ranges, with single values between them and at the limits.
#include <limits.h>
#include <stdio.h>

static const char *kind(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'z':
    case 'A' ... 'Z': return "letter";
    case ' ': return "space";
    case INT_MIN ... -1: return "negative";
    default: return "other";
    }
}

static int grade(unsigned long points) {
    switch (points) {
    case 0 ... 49: return 5;
    case 50: return 4;
    case 51 ... 89: return 3;
    case 90 ... ULONG_MAX: return 1;
    }
    return 0;
}

int main(void) {
    printf("%s %s %s %s %s %s %s\n", kind('0'), kind('9'), kind('m'), kind('Q'), kind(' '), kind(-7), kind('~'));
    printf("%s %s\n", kind(INT_MIN), kind(INT_MAX));
    printf("%d %d %d %d %d %d %d\n", grade(0), grade(49), grade(50), grade(51), grade(89), grade(90), grade(-1));
    return 0;
}
