// calloc does clear.
#include <stdlib.h>

int main(void) {
    int *counts = calloc(4, sizeof *counts);
    counts[2]++;
    int result = counts[2];
    free(counts);
    return result;
}
