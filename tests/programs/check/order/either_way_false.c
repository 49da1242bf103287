// expect: false(unreach-call)
// Nothing says that what is declared first lies lower.
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void) {
    assert((uintptr_t)&first < (uintptr_t)&second);
    return 0;
}
