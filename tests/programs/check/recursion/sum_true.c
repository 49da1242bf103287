// expect: true
// A recursive sum of a chosen depth.
#include <assert.h>

extern int evercheck_choose(int, int);

static int sum(int n) {
    return n == 0 ? 0 : n + sum(n - 1);
}

int main(void) {
    int n = evercheck_choose(0, 12);
    assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
