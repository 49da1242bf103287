// Relational and equality operators over mixed types.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

int main(void) {
    double values[] = {-1e300, -1, -0.5, 0, 1e-300, 0.5, 1, 16777217, 1e300};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
            double a = values[i], b = values[j];
            int bits = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
            printf("%02x ", bits);
        }
        puts("");
    }
    float f = 16777216;
    int n = 16777217;
    printf("%d %d %d\n", f == n, f == (double)n, (float)n == f);
    printf("%d %d\n", 0.1f == 0.1, 0.5f == 0.5);
    printf("%d\n", 1u > -0.5);
    printf("%d\n", -1 < 0.5f);
    long big = (1L << 53) + 1;
    printf("%d\n", big == (double)(1L << 53));
    return 0;
}
