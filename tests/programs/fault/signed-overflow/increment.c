// Counting past the end.
#include <limits.h>

int main(void) {
    long n = LONG_MAX - 1;
    n++;
    n++; // FAULT
    return n < 0;
}
