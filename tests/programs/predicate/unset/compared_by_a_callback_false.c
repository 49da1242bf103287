// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int table[2];
    table[0] = 1;
    qsort(table, 2, sizeof(int), compare);
    return 0;
}
