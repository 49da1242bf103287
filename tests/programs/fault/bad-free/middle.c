// free of a pointer into the middle of a block.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    for (int i = 0; i < 9; i++) *p++ = 'a';
    free(p); // FAULT
    return 0;
}
