// Counting narrow integers past the end converts, which is defined.
#include <limits.h>

int main(void) {
    signed char n = SCHAR_MAX - 1;
    n++;
    n++;
    return n < 0;
}
