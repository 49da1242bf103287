// expect: true
// Living objects are apart; what has been freed is not null, and is still itself; no static object has its address.
#include <assert.h>
#include <stdlib.h>

static int fixed;

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b), *copy = a;
    assert(a != b && a != &fixed && &a != &b);
    free(a);
    assert(a != NULL && a == copy && a != &fixed && a + 1 != copy);
    assert(b != NULL && b != &fixed);
    free(b);
    return 0;
}
