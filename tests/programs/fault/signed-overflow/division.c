// The one quotient that does not fit.
#include <limits.h>

static long divide(long a, long b) {
    return a / b; // FAULT
}

int main(void) { return divide(LONG_MIN, 1) < 0 && divide(LONG_MIN, -1) < 0; }
