// The smallest integer has no opposite.
#include <limits.h>

static int absolute(int n) {
    return n < 0 ? -n : n; // FAULT
}

int main(void) { return absolute(-5) + (absolute(INT_MIN) > 0); }
