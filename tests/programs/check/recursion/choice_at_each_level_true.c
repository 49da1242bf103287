// expect: true
// A choice at each level of the recursion.
#include <assert.h>

extern int evercheck_choose(int, int);

static int walk(int depth) {
    if (depth == 0) return 0;
    int turn = evercheck_choose(0, 1);
    return turn + 2 * walk(depth - 1);
}

int main(void) {
    assert(walk(4) < 16);
    return 0;
}
