// expect: false(unreach-call)
// Nor the other way round.
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void) {
    assert((uintptr_t)&first >= (uintptr_t)&second);
    return 0;
}
