// The old block is freed by realloc.
#include <stdlib.h>

int main(void) {
    char *old = malloc(4), *new = realloc(old, 40000);
    free(old); // FAULT
    free(new);
    return 0;
}
