// Fields of one byte, set one by one, copied as a whole, by bytes and by memcpy.
#include <string.h>

struct flags { unsigned a : 3, b : 3, rest : 1; };

static struct flags passed(struct flags f) {
    f.b = 2;
    return f;
}

int main(void) {
    struct flags f, g, h, list[3];
    f.a = 5;
    g = passed(f);
    for (unsigned i = 0; i < sizeof g; i++)
        ((unsigned char *)&h)[i] = ((unsigned char *)&g)[i];
    memcpy(&list[1], &h, sizeof h);
    memmove(list, list + 1, sizeof h);
    list[0].rest = 1;
    return list[0].a - list[0].b - list[0].rest - 2 + h.a - g.a;
}
