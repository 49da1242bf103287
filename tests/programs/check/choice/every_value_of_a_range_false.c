// expect: false(unreach-call)
// The last value of a range is tried.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = evercheck_choose(-3, 9);
    assert(x != 9);
    return 0;
}
