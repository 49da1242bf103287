// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    p[0] = 1;
    return p[0] + p[1];
}
