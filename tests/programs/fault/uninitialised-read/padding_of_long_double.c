// A long double has ten bytes, and the rest of its place is padding.
#include <string.h>

int main(void) {
    static long double a = 1.5L;
    long double b = a;
    return memcmp(&a, &b, sizeof a) != 0; // FAULT
}
