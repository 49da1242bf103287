// What is not mentioned is zero; braces may be left out.
#include <stdio.h>

struct s { int a; char name[4]; struct { int x, y; } in; int *p; double d; };

static struct s zeroed;
static int counts[2][2][2] = {1, 2, 3, 4, 5};
static struct s flat[2] = {1, "ab", 2, 3, 0, 1.5, 4, {'x'}, {5}};

int main(void) {
    printf("%d %d %d %d %g\n", zeroed.a, zeroed.name[3], zeroed.in.y, zeroed.p == 0, zeroed.d);
    for (int i = 0; i < 8; i++) printf("%d ", counts[i / 4][i / 2 % 2][i % 2]);
    puts("");
    for (int i = 0; i < 2; i++)
        printf("%d %s %d %d %d %g\n", flat[i].a, flat[i].name, flat[i].in.x, flat[i].in.y, flat[i].p == 0, flat[i].d);
    int n = 5;
    struct s local = {n, "", {n + 1}, &n};
    printf("%d %d %d %d %g\n", local.a, local.in.x, local.in.y, *local.p, local.d);
    int some[5] = {n, n * 2}, none[3] = {}, empty[0] = {};
    printf("%d %d %d %d %zu\n", some[1], some[2], some[4], none[2], sizeof empty);
    struct s copy = local, array[2] = {local, {.a = local.a}};
    printf("%d %d %d %d\n", copy.in.x, array[0].in.x, array[1].a, array[1].in.x);
    struct { struct { int a[2]; } b; int c; } deep = {{{1, 2}}, 3}, bare = {1, 2, 3}, half = {{1}, 3};
    printf("%d %d %d\n", deep.b.a[1] + deep.c, bare.b.a[1] + bare.c, half.b.a[1] + half.c);
    char text[][4] = {{"ab"}, {'c', 'd'}, "efg"};
    printf("%s %s %s\n", text[0], text[1], text[2]);
    int scalar = {7};
    printf("%d\n", scalar);
    return 0;
}
