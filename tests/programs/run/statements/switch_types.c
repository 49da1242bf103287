// The controlling expression is promoted; cases are converted to its type.
#include <stdio.h>
#include <limits.h>

static int on_char(char c) {
    switch (c) {
    case 'a': return 1;
    case '\n': return 2;
    case -1: return 3;
    default: return 0;
    }
}

static int on_unsigned_char(unsigned char c) {
    switch (c) {
    case 255: return 1;
    case -1: return 2;
    default: return 3;
    }
}

static int on_long(long n) {
    switch (n) {
    case LONG_MIN: return 1;
    case LONG_MAX: return 2;
    case 1L << 40: return 3;
    case 0: return 4;
    default: return 5;
    }
}

static int on_unsigned(unsigned n) {
    switch (n) {
    case -1: return 1;
    case 0x80000000: return 2;
    default: return 3;
    }
}

enum colour { RED, GREEN = 5, BLUE };

static const char *on_enum(enum colour c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}

static int on_bool(_Bool b) {
    switch (b) {
    case 0: return 10;
    case 1: return 11;
    }
    return 12;
}

int main(void) {
    printf("%d %d %d %d\n", on_char('a'), on_char('\n'), on_char(-1), on_char('z'));
    printf("%d %d\n", on_unsigned_char(255), on_unsigned_char(1));
    printf("%d %d %d %d %d\n", on_long(LONG_MIN), on_long(LONG_MAX), on_long(1L << 40), on_long(0), on_long(1));
    printf("%d %d %d\n", on_unsigned(UINT_MAX), on_unsigned(1u << 31), on_unsigned(0));
    printf("%s %s %s %s\n", on_enum(RED), on_enum(GREEN), on_enum(BLUE), on_enum(3));
    printf("%d %d\n", on_bool(0), on_bool(2));
    return 0;
}
