// Enumerators count on from the last; an enum is an integer.
#include <stdio.h>

enum weekday { MON, TUE, WED = 10, THU, FRI = THU + 5, SAT = -3, SUN };
enum big { LARGE = 0x7fffffff };
enum wide { WIDE = 0x100000000, WIDER };
enum { ANONYMOUS = 'x' };
typedef enum { OFF, ON } toggle;

static toggle flip(toggle t) { return t == ON ? OFF : ON; }

int main(void) {
    printf("%d %d %d %d %d %d %d\n", MON, TUE, WED, THU, FRI, SAT, SUN);
    printf("%d %c\n", LARGE, ANONYMOUS);
    printf("%ld %zu %zu\n", (long)WIDER, sizeof(enum wide), sizeof(enum weekday));
    enum weekday d = 42;
    d++;
    printf("%d\n", d);
    d = MON;
    printf("%d\n", (int)d - 1 < 0);
    int array[] = {[TUE] = 5, [WED] = 7};
    printf("%zu %d %d\n", sizeof array / sizeof *array, array[TUE], array[WED]);
    printf("%d %d\n", flip(ON), flip(OFF));
    enum local { A = MON + 1, B = sizeof(int), C = A << B };
    printf("%d %d %d\n", A, B, C);
    return 0;
}
