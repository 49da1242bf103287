// expect: unknown(not-modelled)
// The two blocks differ in nothing but their alignment; of one it is not known where it lies.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int evercheck_choose(int low, int high);

int main(void) {
    int is_aligned = evercheck_choose(0, 1);
    char *block = is_aligned ? aligned_alloc(64, 64) : malloc(64);
    is_aligned = 0;
    evercheck_choose(0, 1);
    assert((uintptr_t)block % 64 == 0);
    free(block);
    return 0;
}
