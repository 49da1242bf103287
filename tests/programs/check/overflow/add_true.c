// expect: true
// The sum reaches the largest int and does not pass it.
#include <limits.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = INT_MAX - 4;
    x += evercheck_choose(0, 4);
    return x == 0;
}
