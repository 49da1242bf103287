// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, 4);
    p = realloc(p, 8);
    return p[0] + p[1];
}
