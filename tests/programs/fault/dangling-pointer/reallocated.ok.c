// realloc moves the block: indices into it live on.
#include <stdlib.h>

int main(void) {
    int *a = malloc(4 * sizeof *a), second = 1;
    for (int i = 0; i < 4; i++) a[i] = i;
    a = realloc(a, 4000 * sizeof *a);
    int result = a[second];
    free(a);
    return result;
}
