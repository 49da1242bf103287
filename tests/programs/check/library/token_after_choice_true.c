// expect: true
// Where strtok is, is forgotten when the search goes back behind its first call.
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int evercheck_choose(int, int);
int main(void) {
    char *s = malloc(8);
    int c = evercheck_choose(0, 2);
    strcpy(s, "a b c");
    if (c == 1) free(malloc(100));
    char *w = strtok(s, " ");
    int d = evercheck_choose(0, 2);
    int *q = malloc(4); *q = c + d;
    int e = evercheck_choose(0, 1);
    assert(*w == 'a' && *q == c + d && e < 2);
    w = strtok(0, " ");
    assert(*w == 'b');
    free(q);
    free(s);
    return 0;
}
