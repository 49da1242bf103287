// expect: unknown(not-modelled)
// Two calls may have their locals at the same place.
#include <assert.h>

static int *address(int **out) {
    int local = 0;
    *out = &local;
    return *out;
}

int main(void) {
    int *first, *second;
    address(&first);
    address(&second);
    assert(first != second);
    return 0;
}
