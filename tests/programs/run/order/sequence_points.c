// Side effects that a sequence point orders.
#include <stdio.h>

static int twice(int *p) {
    *p *= 2;
    return *p;
}

int main(void) {
    int i = 1;
    i = (i++, i + 10);
    printf("%d\n", i);
    int j = 3, k = j++ && j == 4 ? j * 10 : 0;
    printf("%d %d\n", j, k);
    int a[4] = {0, 1, 2, 3}, n = 0;
    a[n] = a[n + 1] + n, n++;
    printf("%d %d\n", a[0], n);
    while (n++ < 3 && a[n] < 3) printf("%d ", a[n]);
    printf("%d\n", n);
    int x = 5;
    int y = twice(&x) + 0 * x;
    printf("%d %d\n", x, y > 0);
    for (int p = 0, q = 10; p++, q -= 3, p < q;) printf("%d,%d ", p, q);
    puts("");
    x = 1;
    (x = 2) , (x += 3);
    printf("%d\n", x);
    if (x++ == 5 || x == 100) printf("%d\n", x);
    int z = (x = 0, x++ ? 1 : x);
    printf("%d %d\n", z, x);
    char text[] = "abc", *from = text, copy[4], *to = copy;
    while ((*to++ = *from++));
    puts(copy);
    int *r = a;
    *r++ = 7;
    *r = *(r - 1) + 1;
    printf("%d %d\n", a[0], a[1]);
    int m = 0, list[3];
    list[m++] = 1;
    list[m++] = 2;
    list[m] = m;
    printf("%d %d %d\n", list[0], list[1], list[2]);
    return 0;
}
