// expect: unknown(not-modelled)
// An object may begin where another one ends.
#include <assert.h>
#include <stdint.h>

static int a, b;

int main(void) {
    if ((uintptr_t)&a < (uintptr_t)&b) assert((uintptr_t)(&a + 1) < (uintptr_t)&b);
    return 0;
}
