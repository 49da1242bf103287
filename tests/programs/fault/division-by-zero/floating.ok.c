// Floating division by zero is defined by IEEE 754.
#include <stdio.h>

int main(void) {
    double zero = 0;
    printf("%g\n", 1 / zero);
    return 0;
}
