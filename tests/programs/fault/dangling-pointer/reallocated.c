// realloc moves the block: old pointers into it are dead.
#include <stdlib.h>

int main(void) {
    int *a = malloc(4 * sizeof *a), *second = a + 1;
    for (int i = 0; i < 4; i++) a[i] = i;
    a = realloc(a, 4000 * sizeof *a);
    int result = *second; // FAULT
    free(a);
    return result;
}
