// expect: true
// The range of a choice depends on an earlier choice.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int high = evercheck_choose(1, 6);
    int low = evercheck_choose(0, high);
    assert(low <= high);
    return 0;
}
