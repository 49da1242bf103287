// Initialisers with calls, of later members by earlier locals, in loops and recursion.
#include <stdio.h>

static int n;
static int next(void) { return ++n; }

struct s { int a, b; struct { int c, d; } in; int list[3]; };

static int depth(int k) {
    int local[3] = {k, k * 2, next()};
    struct s s = {local[0], .in = {.d = local[2]}, .list = {[1] = k}};
    if (k == 0) return s.in.d;
    int below = depth(k - 1);
    return below * 2 + s.a + s.list[1] - s.b;
}

int main(void) {
    int a = next(), b = a + next(), c[] = {next(), next(), b};
    printf("%d %d %d %d %d\n", a, b, c[0], c[1], c[2]);
    struct s s = {next(), next(), {next(), next()}, {next()}};
    printf("%d %d %d %d %d %d\n", s.a, s.b, s.in.c, s.in.d, s.list[0], s.list[2]);
    for (int i = 0; i < 3; i++) {
        int fresh[4] = {i, [3] = next()};
        fresh[1] += 10;
        printf("%d %d %d %d\n", fresh[0], fresh[1], fresh[2], fresh[3]);
    }
    printf("%d %d\n", depth(4), n);
    int self = sizeof self;
    int *p = (int[]){next(), self};
    printf("%d %d\n", p[0], p[1]);
    char text[8] = {[7] = 0, [0] = 'a' + n % 3, 'b'};
    puts(text);
    return 0;
}
