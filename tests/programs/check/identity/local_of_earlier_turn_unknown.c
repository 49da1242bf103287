// expect: unknown(not-modelled)
// A local of the next turn may be where that of the last one was.
#include <assert.h>
#include <stddef.h>

int main(void) {
    int *last = NULL;
    for (int i = 0; i < 2; i++) {
        int local = i;
        assert(last != &local);
        last = &local;
    }
    return 0;
}
