// expect: true
// Whether an address is in a buffer does not depend on where the two lie, but each comparison does.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char buffer[16];
static int other;

static int is_inside(void *p) {
    return (uintptr_t)p >= (uintptr_t)buffer && (uintptr_t)p < (uintptr_t)(buffer + sizeof buffer);
}

int main(void) {
    char *heap = malloc(4), local;
    assert(is_inside(buffer) && is_inside(buffer + 15));
    assert(!is_inside(&other) && !is_inside(heap) && !is_inside(heap + 3) && !is_inside(&local));
    free(heap);
    return 0;
}
