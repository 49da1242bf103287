// expect: true
// A range of one value leaves no choice.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = evercheck_choose(7, 7);
    assert(x == 7);
    return 0;
}
