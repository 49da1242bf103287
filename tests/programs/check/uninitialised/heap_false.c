// expect: false(no-uninitialised-read)
// One element of the block is never written.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 3; i++) a[i] = i;
    int x = a[evercheck_choose(0, 3)];
    free(a);
    return x == 3;
}
