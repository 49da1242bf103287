// Designators: out of order, nested, ranges, overriding, mixed with plain ones.
#include <stdio.h>

struct inner { int a, b[3]; char c; };
struct outer { int first; struct inner in; struct inner list[2]; int last; };

static struct outer global = {.last = 9, .in.b[1] = 5, .list[1] = {.c = 'q', .b = {1, [2] = 3}}, .first = 1};
static int table[10] = {[2] = 20, 30, [7 ... 9] = 5, [0] = 1, 2};

int main(void) {
    printf("%d %d %d %c %d %d %d\n", global.first, global.in.b[1], global.list[1].b[2], global.list[1].c, global.last,
           global.in.a, global.list[0].c);
    for (int i = 0; i < 10; i++) printf("%d ", table[i]);
    puts("");
    struct outer local = {1, {2, {3, 4}}, .list = {[0].b[2] = 7, [1].a = 8}, 10};
    printf("%d %d %d %d %d %d %d %d\n", local.first, local.in.a, local.in.b[0], local.in.b[1], local.in.c,
           local.list[0].b[2], local.list[1].a, local.last);
    int over[] = {[3] = 1, [1] = 2, 3, 4, [1] = 9};
    for (size_t i = 0; i < sizeof over / sizeof *over; i++) printf("%d ", over[i]);
    puts("");
    char classes[256] = {['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 2, [' '] = 3, ['m'] = 4};
    printf("%d%d%d%d%d%d\n", classes['5'], classes['q'], classes['Z'], classes[' '], classes['m'], classes['-']);
    int matrix[3][3] = {[1][1] = 5, [2] = {7, 8}, [0][2] = 3};
    for (int i = 0; i < 9; i++) printf("%d ", matrix[i / 3][i % 3]);
    puts("");
    union { int i; char c[8]; double d; } u = {.c = {'h', 'i'}};
    printf("%s\n", u.c);
    struct { int x, y; } old = {y : 2, x : 1};
    printf("%d %d\n", old.x, old.y);
    return 0;
}
