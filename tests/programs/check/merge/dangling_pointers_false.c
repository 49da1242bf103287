// expect: false(unreach-call)
// Two dangling pointers are two values.
#include <assert.h>
#include <stdlib.h>
int evercheck_choose(int, int);
char *a, *b, *keep;
int main(void) {
    a = malloc(1); b = malloc(1);
    keep = evercheck_choose(0, 1) ? a : b;
    free(a); free(b);
    int c = evercheck_choose(0, 1);
    if (c) { char *n = keep; if (__builtin_memcmp(&n, &a, sizeof n) == 0) assert(0); }
    return 0;
}
