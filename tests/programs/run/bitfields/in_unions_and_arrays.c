// Fields of unions, of array elements, of nested and anonymous records.
#include <stdio.h>

union word {
    unsigned all;
    struct { unsigned low : 8, mid : 16, high : 8; };
    struct { signed sign : 1; unsigned : 30; unsigned top : 1; } s;
};

struct cell { unsigned kind : 2; unsigned value : 14; };

struct grid {
    struct cell cells[2][3];
    struct { unsigned dirty : 1; int level : 7; } state;
};

int main(void) {
    union word w = {.all = 0x81234567};
    printf("%x %x %x %d %u\n", w.low, w.mid, w.high, w.s.sign, w.s.top);
    w.mid = 0xffff;
    w.s.top = 0;
    printf("%x\n", w.all);
    struct grid g = {.cells = {{{1, 100}, {2, 200}}, {[1] = {.value = 16383, .kind = 3}}}, .state = {1, -64}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) printf("%u:%u ", g.cells[i][j].kind, g.cells[i][j].value);
    printf("%u %d\n", g.state.dirty, g.state.level);
    struct cell *p = &g.cells[1][1];
    p->value++;
    p->kind += 2;
    p[-1].kind = 7;
    (++p)->value = 9;
    printf("%u:%u %u %u\n", p[-1].kind, p[-1].value, p[-2].kind, p->value);
    printf("%zu %zu\n", sizeof g, sizeof(struct cell));
    struct cell copy = g.cells[0][1];
    g.cells[0][1].value = 0;
    printf("%u %u\n", copy.value, g.cells[0][1].value);
    return 0;
}
