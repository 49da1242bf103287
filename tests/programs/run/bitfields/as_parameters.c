// Structs of fields passed and returned by value; field assignment chains.
#include <stdio.h>

struct date { unsigned day : 5, month : 4, year : 12; };

static struct date tomorrow(struct date d) {
    d.day++;
    if (d.day > 30) {
        d.day = 1;
        if (++d.month > 12) d.month = 1, d.year++;
    }
    return d;
}

static int less(struct date a, struct date b) {
    if (a.year != b.year) return a.year < b.year;
    return a.month != b.month ? a.month < b.month : a.day < b.day;
}

int main(void) {
    struct date d = {29, 12, 1999}, start = d;
    for (int i = 0; i < 4; i++) {
        d = tomorrow(d);
        printf("%u-%02u-%02u %d %d\n", d.year, d.month, d.day, less(start, d), less(d, start));
    }
    int x;
    x = d.day = d.month = 37;
    printf("%d %u %u\n", x, d.day, d.month);
    struct { signed a : 4; signed b : 3; } s;
    int y = s.b = s.a = 7;
    printf("%d %d %d\n", y, s.a, s.b);
    const struct date fixed = {.year = 4095, .day = 31};
    printf("%u %u %u\n", fixed.day, fixed.month, fixed.year);
    return 0;
}
