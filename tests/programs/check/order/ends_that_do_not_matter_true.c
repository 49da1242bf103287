// expect: true
// Whether one begins where the other ends is not asked.
#include <assert.h>
#include <stdint.h>

static int a, b;

int main(void) {
    if ((uintptr_t)&a < (uintptr_t)&b) {
        assert((uintptr_t)(&a + 1) <= (uintptr_t)&b && !((uintptr_t)&b < (uintptr_t)(&a + 1)));
        assert((uintptr_t)(&a + 1) < (uintptr_t)&b + 1 && (uintptr_t)&a < (uintptr_t)(&b + 1));
    }
    return 0;
}
