// expect: true
// Two functions that call each other.
#include <assert.h>

extern int evercheck_choose(int, int);

static int is_odd(int n);

static int is_even(int n) {
    return n == 0 || is_odd(n - 1);
}

static int is_odd(int n) {
    return n != 0 && is_even(n - 1);
}

int main(void) {
    int n = evercheck_choose(0, 20);
    assert(is_even(n) == (n % 2 == 0));
    return 0;
}
