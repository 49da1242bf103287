// expect: true
// A pointer that was moved forward is moved back and freed.
#include <stdlib.h>

extern int evercheck_choose(int, int);

int main(void) {
    char *p = malloc(4);
    int n = evercheck_choose(0, 1);
    p += n;
    free(p - n);
    return 0;
}
