// Mixed comparisons follow the usual arithmetic conversions.
#include <stdio.h>

int main(void) {
    int minus = -1;
    unsigned one = 1;
    long wide = -1;
    unsigned long huge = 1;
    short small = -1;
    unsigned char byte = 1;
    printf("%d %d %d\n", minus < one, minus > one, minus == -1u);
    printf("%d %d\n", wide < one, wide > one);
    printf("%d %d\n", wide < huge, minus < huge);
    printf("%d %d\n", small < byte, small < one);
    printf("%d\n", sizeof(int) > -1);
    printf("%d\n", -1 < (long)one);
    printf("%d %d\n", (char)-1 < 0u, (unsigned char)-1 < 0);
    for (unsigned i = 3; i-- > 0;) printf("%u ", i);
    puts("");
    unsigned a = 5, b = 7;
    printf("%d %d\n", a - b > 0, (int)(a - b) > 0);
    printf("%u %ld\n", minus + one, minus + (long)one);
    printf("%lu\n", minus + huge);
    printf("%lld\n", (long long)minus * one);
    return 0;
}
