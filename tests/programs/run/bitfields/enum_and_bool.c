// Fields of enumeration and _Bool type; increments and compound assignments in place.
#include <stdbool.h>
#include <stdio.h>

enum colour { RED, GREEN, BLUE };
enum level { LOW = -2, HIGH = 1 };

struct pixel {
    enum colour c : 2;
    enum level l : 3;
    bool on : 1;
    signed char delta : 4;
    unsigned short rest : 9;
    long big : 35;
};

int main(void) {
    struct pixel p = {BLUE, LOW, true, -8, 511, -1};
    printf("%d %d %d %d %d %ld\n", p.c, p.l, p.on, p.delta, p.rest, (long)p.big);
    p.c++;
    p.l = HIGH;
    p.on++;
    p.delta--;
    p.rest += 2;
    p.big -= 5;
    printf("%d %d %d %d %d %ld\n", p.c, p.l, p.on, p.delta, p.rest, (long)p.big);
    p.on--;
    p.c <<= 1;
    p.delta *= 3;
    p.rest %= 100;
    p.big >>= 1;
    printf("%d %d %d %d %ld\n", p.on, p.c, p.delta, p.rest, (long)p.big);
    printf("%d ", p.rest++);
    printf("%d\n", p.rest);
    int old = p.delta++, new = ++p.delta;
    printf("%d %d\n", old, new);
    volatile struct pixel v = p;
    v.rest = v.rest + 1;
    v.c = RED;
    printf("%d %d\n", v.rest, v.c);
    p.on = p.rest > 3 && p.c;
    p.on |= 2;
    printf("%d\n", p.on);
    return 0;
}
