// expect: false(no-overflow)
// The smallest int has no negative.
#include <limits.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = INT_MIN + evercheck_choose(0, 2);
    int magnitude = x < 0 ? -x : x;
    return magnitude == 0;
}
