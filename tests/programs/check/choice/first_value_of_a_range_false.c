// expect: false(unreach-call)
// The first value of a range is tried.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = evercheck_choose(-3, 9);
    assert(x > -3);
    return 0;
}
