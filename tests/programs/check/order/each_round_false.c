// expect: false(unreach-call)
// A local of a block is another object in each round.
#include <assert.h>
#include <stdint.h>

static int fixed;

int main(void) {
    int below = 0;
    for (int i = 0; i < 2; i++) {
        int x = i, *p = &x;
        below += (uintptr_t)p < (uintptr_t)&fixed;
    }
    assert(below != 1);
    return 0;
}
