// expect: false(unreach-call)
// A recursive sum that leaves out multiples of seven.
#include <assert.h>

extern int evercheck_choose(int, int);

static int sum(int n) {
    if (n == 0) return 0;
    return (n % 7 ? n : 0) + sum(n - 1);
}

int main(void) {
    int n = evercheck_choose(0, 12);
    assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
