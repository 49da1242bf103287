// malloc does not clear.
#include <stdlib.h>

int main(void) {
    int *counts = malloc(4 * sizeof *counts);
    counts[2]++; // FAULT
    int result = counts[2];
    free(counts);
    return result;
}
