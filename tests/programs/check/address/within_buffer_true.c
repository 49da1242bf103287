// expect: true
// options: --addresses fixed
// Is a pointer one into this buffer? Objects have an order, and do not overlap.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int is_within(const void *p, const char *buffer, size_t size) {
    return (uintptr_t)p >= (uintptr_t)buffer && (uintptr_t)p < (uintptr_t)(buffer + size);
}

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char buffer[8], other[8];
    char *heap = malloc(8);
    const char *p = __VERIFIER_nondet_bool() ? buffer + 7 : __VERIFIER_nondet_bool() ? heap : other;
    assert(is_within(p, buffer, 8) == (p == buffer + 7));
    assert((buffer < other) != (other < buffer));
    assert(is_within(p, heap, 8) == (p == heap));
    free(heap);
    return 0;
}
