// expect: false(unreach-call)
// A new choice each time around: all eight bits can be ones.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int ones = 0;
    for (int i = 0; i < 8; i++) ones += evercheck_choose(0, 1);
    assert(ones < 8);
    return 0;
}
