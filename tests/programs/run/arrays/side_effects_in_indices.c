// Index expressions with side effects are evaluated once.
#include <stdio.h>

static int calls;
static int at(int i) {
    calls++;
    return i;
}
static int *cell(int *a, int i) {
    calls += 10;
    return &a[i];
}

int main(void) {
    int a[8] = {0}, i = 0;
    a[i++ & 7] += 5;
    a[at(2)] -= 3;
    a[at(3)]++;
    ++*cell(a, 4);
    *cell(a, 5) *= 2;
    (*cell(a, 6))--;
    int *p = a;
    *p++ += 1;
    *++p = 9;
    p[at(1)] <<= 2;
    printf("%d %d %d\n", i, calls, (int)(p - a));
    for (int k = 0; k < 8; k++) printf("%d ", a[k]);
    puts("");
    int m[3][3] = {{0}}, r = 0, c = 0;
    m[r++][++c] = 4;
    m[at(1)][at(2)] += 6;
    printf("%d %d %d %d\n", m[0][1], m[1][2], r, c);
    struct { int v[3]; int *q; } s = {{1, 2, 3}, a};
    s.v[at(1)] |= 8;
    *s.q++ = 50;
    s.q[at(0)] = 60;
    printf("%d %d %d\n", s.v[1], a[0], a[1]);
    char text[] = "hello", *t = text;
    while (*t) *t++ ^= 0x20;
    puts(text);
    int x = (a[at(3)], a[at(1)]) + (calls > 5 ? a[at(0)] : a[99 - 99]);
    printf("%d %d\n", x, calls);
    return 0;
}
