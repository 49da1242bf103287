// Its neighbour fits.
#include <limits.h>

static long divide(long a, long b) {
    return a / b;
}

int main(void) { return divide(LONG_MIN, 1) < 0 && divide(LONG_MIN + 1, -1) < 0; }
