// An enumeration without negative values is unsigned in gcc.
#include <stdio.h>

enum plain { A, B, C };
enum negative { MINUS = -1, ZERO };
enum huge { H = 0xffffffff };
enum wide { W = -1, X = 0xffffffff };

int main(void) {
    enum plain p = A;
    enum negative n = MINUS;
    enum huge h = H;
    enum wide w = W;
    printf("%d ", p - 1 < 0);
    printf("%d\n", (p = -1) > 0);
    printf("%d %d\n", n < 0, n < 1u);
    printf("%u %zu\n", h, sizeof h);
    printf("%ld %zu %d\n", (long)w, sizeof w, w < 0);
    p = C;
    p += 5;
    printf("%d %d\n", p, p == 7);
    printf("%d\n", -B < 0);
    for (enum plain i = C + 1; i-- > 0;) printf("%d ", i);
    puts("");
    switch ((enum plain)7) {
    case A: puts("a"); break;
    default: puts("none");
    }
    return 0;
}
