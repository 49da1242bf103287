// expect: false(valid-free)
// A small request is served from a buffer, and freed all the same.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    char buffer[8];
    int size = evercheck_choose(7, 10);
    char *p = size <= 8 ? buffer : malloc(size);
    p[size - 1] = 0;
    free(p);
    return 0;
}
