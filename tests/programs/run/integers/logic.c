// && and || stop early and give 0 or 1; ?: evaluates one branch.
#include <stdio.h>

static int said(int value) {
    printf("%d;", value);
    return value;
}

int main(void) {
    printf("= %d\n", said(0) && said(1));
    printf("= %d\n", said(5) && said(7));
    printf("= %d\n", said(3) || said(4));
    printf("= %d\n", said(0) || said(0) || said(9));
    printf("= %d\n", said(1) && said(0) || said(2) && said(3));
    printf("= %d\n", !said(4) || !said(0));
    printf("= %d\n", said(1) ? said(10) : said(20));
    printf("= %d\n", said(0) ? said(10) : said(0) ? said(20) : said(30));
    printf("= %d\n", (said(1), said(2), said(3)));
    int x = 0;
    x && (x = 5);
    x || (x = 7);
    printf("%d\n", x);
    int y = (x > 5) + (x == 7) * 10 + (x != 7) * 100;
    printf("%d\n", y);
    void *p = 0;
    printf("%d %d\n", p && *(char *)p, !p || *(char *)p);
    printf("%zu\n", sizeof(1 ? (char)1 : (char)2));
    double d = x ? 1 : 2.5;
    printf("%g\n", d);
    printf("%d %d\n", 0.1 && 1, !0.0);
    return 0;
}
