// Every other integer has an opposite.
#include <limits.h>

static int absolute(int n) {
    return n < 0 ? -n : n;
}

int main(void) { return absolute(-5) + (absolute(INT_MIN + 1) > 0); }
