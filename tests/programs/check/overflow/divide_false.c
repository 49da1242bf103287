// expect: false(no-overflow)
// The smallest int divided by -1.
#include <limits.h>

extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(-2, -1);
    return INT_MIN / by == 0;
}
