// Only the new block is freed.
#include <stdlib.h>

int main(void) {
    char *old = malloc(4), *new = realloc(old, 40000);
    free(new);
    return 0;
}
