// free of an allocated block.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    free(0);
    return 0;
}
