// expect: false(no-overflow)
// The sum of the largest int and one.
#include <limits.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = INT_MAX - 3;
    x += evercheck_choose(0, 4);
    return x == 0;
}
