// while, do and for, with break and continue at each place.
#include <stdio.h>

int main(void) {
    int i = 0, sum = 0;
    while (i < 10) {
        i++;
        if (i % 2) continue;
        if (i > 8) break;
        sum += i;
    }
    printf("while: %d %d\n", i, sum);

    i = 10;
    do {
        if (i == 7) continue;
        sum += i;
    } while (--i > 5);
    printf("do: %d %d\n", i, sum);

    int once = 0;
    do once++; while (0);
    printf("once: %d\n", once);

    for (int a = 0, b = 10; a < b; a++, b--)
        printf("(%d,%d)", a, b);
    puts("");

    for (i = 0;; i++) {
        if (i == 3) continue;
        if (i == 6) break;
        printf("%d ", i);
    }
    puts("");

    int n = 0;
    for (;;)
        if (++n == 100) break;
    printf("n = %d\n", n);

    for (int outer = 0; outer < 3; outer++) {
        for (int inner = 0; inner < 5; inner++) {
            if (inner == 2) continue;
            if (inner == 4) break;
            printf("%d%d ", outer, inner);
        }
    }
    puts("");
    int k = 5;
    while (k--) ;
    printf("k = %d\n", k);
    return 0;
}
