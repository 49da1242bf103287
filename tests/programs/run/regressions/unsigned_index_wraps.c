// An index of unsigned type that wraps around stays within the array.
#include <stdio.h>

int main(void) {
    int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *middle = a + 4;
    unsigned i = 2;
    unsigned char c = 250;
    printf("%d %d\n", a[i - 1], middle[-(int)i]);
    printf("%d %d\n", a[(unsigned char)(c + 10)], a[i - 3 + 4]);
    unsigned long n = 3;
    printf("%d\n", a[n - 2]);
    printf("%d\n", *(middle + (long)-n));
    return 0;
}
