// Conditions made of short circuits, comparisons of comparisons, assignments and calls.
#include <stdio.h>

static int calls;
static int f(int x) {
    calls++;
    return x;
}

int main(void) {
    int n = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (int c = 0; c < 3; c++) {
                if ((a && b) || (c && !a) || !(b || c)) n += 1;
                if (!(f(a) > f(b)) && (f(c) == 1 || f(b) < f(c))) n += 100;
                if (a ? b : c) n += 10000;
                if ((a < b) < c) n += 3;
                if ((a, b) == (c ? a : b)) n += 7;
                n += (a && b) + (b || c) * 2 + !(a == b) * 4 + (a > b ? c && a : b || !c) * 8;
                int x, y;
                if ((x = a + b) > (y = c) && x != y) n += x * y;
                while (x-- > 0 && y++ < 5)
                    if (x == y) break;
                n += x + y;
            }
    printf("%d %d\n", n, calls);
    int i = 0, j = 10;
    do {
        i += 2;
        if (i == j) continue;
        j--;
    } while (i < j && !(i > 100 || j < 0));
    printf("%d %d\n", i, j);
    if (!(!i)) puts("yes");
    if (!!i == 1 && !!!i == 0) puts("yes");
    const char *p = "a-b";
    while (*p && *p != '-') p++;
    printf("%s\n", p);
    return 0;
}
