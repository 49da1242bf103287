// expect: unknown(not-modelled)
// `realloc` may return what it was given.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8), *new = realloc(old, 4);
    assert(new != old);
    return 0;
}
