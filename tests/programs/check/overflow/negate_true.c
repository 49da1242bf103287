// expect: true
// The negative is taken as unsigned, where it exists.
#include <limits.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = INT_MIN + evercheck_choose(0, 2);
    unsigned magnitude = x < 0 ? -(unsigned)x : (unsigned)x;
    return magnitude == 0;
}
