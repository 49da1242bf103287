// expect: false(valid-free)
// A pointer that was moved forward is freed.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    char *p = malloc(4);
    p += evercheck_choose(0, 1);
    free(p);
    return 0;
}
